import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps what is costly to make in files, from one build to the next. */
export class FileCache {
  readonly #folder: string
  readonly #used = new Set<string>()
  /** What is asked for twice at once is made once: two pages may have the same card. */
  readonly #underWay = new Map<string, Promise<Buffer>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * What was made under this key before, or else what `make` makes now.
   * @param key everything that decides about the result: what it is made of, and what makes it
   */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const name = createHash('sha256').update(key).digest('hex')
    this.#used.add(name)
    const asked = this.#underWay.get(name)
    if (asked) return asked
    const answer = this.#readOrMake(join(this.#folder, name), make).finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, answer)
    return answer
  }

  async #readOrMake(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await readFile(file).catch(() => undefined)
    if (kept) return kept
    const made = await make()
    mkdirSync(this.#folder, { recursive: true })
    // Under its name only when it is whole: a build may be interrupted.
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, made)
    await rename(unfinished, file)
    return made
  }

  /** Removes what nobody has asked for since this process started, so that the folder does not grow for ever. */
  dropUnused(): void {
    mkdirSync(this.#folder, { recursive: true })
    for (const name of readdirSync(this.#folder))
      if (!this.#used.has(name)) rmSync(join(this.#folder, name), { force: true })
  }
}
