import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { tableNames } from '../../register/columns.ts'
import type { LoadedRegister } from '../../register/pages.ts'
import { parseRegister, type RegisterSources } from '../../register/read-register.ts'
import { indexCertificates } from '../../register/search.ts'
import { runInSlices } from '../../register/slices.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { eachLanguage, initialLanguage } from '../../shared/languages.ts'
import { dayIn } from '../../shared/long-date.ts'
import { ContentError, locationOf, type Problem } from '../../shared/problem.ts'
import type { LoadedSite } from '../built-site.ts'
import type { Log } from '../operations/log.ts'

/** The register as it was last read, if it could ever be. */
export type CurrentRegister = () => LoadedRegister | undefined

/** How often the files are looked at. A file that has changed is read once it has not changed for as long. */
const checkMs = 2_500

/**
 * Keeps the register as its files say. What is right replaces what was shown; what is wrong, or gone, changes nothing, and is
 * reported. The files are looked at, because mounts and containers do not report changes.
 */
export class LiveRegister {
  readonly #folder: string
  readonly #site: LoadedSite
  readonly #log: Log
  #loaded: LoadedRegister | undefined
  /** The files as they were when they were last read, and last seen. */
  #read = ''
  #seen = ''
  /** What is wrong in the files, in words; nothing if they are shown. */
  problem: string | undefined

  /** @param folder of the three tables */
  constructor(folder: string, site: LoadedSite, log: Log) {
    this.#folder = folder
    this.#site = site
    this.#log = log
  }

  readonly current: CurrentRegister = () => this.#loaded

  /** Reads the files, and then again whenever they have changed, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(checkMs, undefined, { signal, ref: false }).catch(() => undefined)
      const stamp = await this.#stamp()
      // A file that is being written may end anywhere: without its last lines, a suspension would be lifted.
      if (!signal.aborted && stamp === this.#seen && stamp !== this.#read) await this.load()
      this.#seen = stamp
    }
  }

  /** Reads the files now. */
  async load(): Promise<void> {
    const stamp = await this.#stamp()
    this.#read = stamp
    try {
      const loaded = await this.#readFiles(stamp)
      if ((await this.#stamp()) !== stamp) {
        this.#read = ''
        return
      }
      this.#loaded = loaded
      this.problem = undefined
      this.#log('register_read', `The register is read: ${loaded.register.certificates.length} certificates.`)
    } catch (error) {
      this.problem = this.#describe(error as Error)
      this.#log('register_wrong', `The register is not read, and what was read before is shown: ${this.problem}`)
    }
  }

  async #readFiles(stamp: string): Promise<LoadedRegister> {
    const { register: built, settings } = this.#site
    const texts = eachLanguage((language) => built.pages[language].content)
    const entries = tableNames.map(async (table) => [table, await readIfThere(`${this.#folder}/${table}.csv`)])
    const sources: RegisterSources = Object.fromEntries(await Promise.all(entries))
    // A register may begin without this file. One that has gone would make a refused batch unknown.
    if (!sources.batches?.trim() && this.#loaded?.register.batches.size)
      throw new Error(`${this.#folder}/batches.csv is gone or empty.`)
    const today = dayIn(settings.timeZone, new Date())
    const register = await runInSlices(parseRegister(sources, texts[initialLanguage], today))
    if (register.certificates.length === 0)
      throw new Error(`There is no certificate in ${this.#folder}/certificates.csv.`)
    const index = await runInSlices(indexCertificates(register.certificates, texts))
    const times = [...stamp.matchAll(/@(\d+)/g)].map(([, time]) => Number(time))
    return { register, index, published: dayIn(settings.timeZone, new Date(Math.max(...times))) }
  }

  /** When each file was written, its size, and which file it is; nothing for one that is not there. */
  async #stamp(): Promise<string> {
    const stamps = tableNames.map(async (table) => {
      const found = await stat(`${this.#folder}/${table}.csv`).catch(() => undefined)
      return found ? `${found.ino}:${found.size}@${Math.trunc(found.mtimeMs)}` : '-'
    })
    return (await Promise.all(stamps)).join()
  }

  #describe(error: Error): string {
    if (!(error instanceof ContentError)) return error.message
    const words = this.#site.register.problems
    const [first] = error.problems as [Problem]
    const { code, values = {} } = first
    const more = error.problems.length > 1 ? ` (and ${error.problems.length - 1} more)` : ''
    const location = locationOf({ ...first, file: first.file.replace('content/register', this.#folder) })
    return `${location}: ${interpolate(words[code] ?? code, values)}${more}`
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
