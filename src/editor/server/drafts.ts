import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Conflict } from '../api.ts'
import { valuesIfReadable } from '../files/read-values.ts'
import { writeAtomically } from './atomic-file.ts'
import { mergeFiles } from './merge-files.ts'

type Stored = {
  /** Values, or whole files; the others' version is in the base. */
  conflicts: string[]
  failure?: string | undefined
}

/**
 * The content as it is being written: a whole copy of content/ outside of it, and beside that the state of content/ that the
 * copy was made of, so that what others change there meanwhile is brought together with it. Each edit is on the disk before
 * it is answered.
 */
export class Drafts {
  readonly content: string
  /** The copy: a folder with everything that content/ holds. */
  readonly folder: string
  readonly #base: string
  readonly #record: string
  #stored: Stored

  /** @param content the folder content/ @param drafts where drafts are kept */
  constructor(content: string, drafts: string) {
    this.content = realpathSync(content)
    this.folder = join(drafts, 'content')
    this.#base = join(drafts, 'base')
    this.#record = join(drafts, 'drafts.json')
    this.#stored = existsSync(this.#record) ? JSON.parse(readFileSync(this.#record, 'utf8')) : { conflicts: [] }
  }

  /** The files of the drafts, below content/. */
  files = (): string[] => filesBelow(this.folder)

  has = (file: string): boolean => this.files().includes(file)

  /** A file's text, if there is such a file: a name from outside never becomes a path by itself. */
  textOf = (file: string): string | undefined =>
    this.has(file) ? readFileSync(join(this.folder, file), 'utf8') : undefined

  /** @throws RangeError when there is no such file */
  read(file: string): string {
    const text = this.textOf(file)
    if (text === undefined) throw new RangeError(`There is no file ${file}.`)
    return text
  }

  /** Without a text, there is no such file any more. */
  write(file: string, text: string | undefined): void {
    writeAtomically(this.#confined(this.folder, file), text)
  }

  get conflicts(): Conflict[] {
    return this.#stored.conflicts.map((name) => {
      const [file = ''] = name.split('#')
      return { name, mine: valueIn(name, this.textOf(file)), theirs: valueIn(name, this.theirs(file)) }
    })
  }

  settle(name: string): void {
    this.#store({ conflicts: this.#stored.conflicts.filter((conflict) => conflict !== name) })
  }

  /** A file as others have left it in content/. */
  theirs = (file: string): string | undefined => bytesOf(join(this.#base, file))?.toString()

  /** What the publishing command said when it failed; none once it succeeded. */
  get failure(): string | undefined {
    return this.#stored.failure
  }

  recordFailure(failure: string | undefined): void {
    this.#store({ failure })
  }

  /** Takes over what others have changed in content/ since the last time. @returns whether there was anything */
  follow(): boolean {
    let isChanged = false
    for (const file of new Set([...filesBelow(this.content), ...filesBelow(this.#base)]))
      isChanged = this.#followFile(file) || isChanged
    return isChanged
  }

  /** Writes the drafts to content/: each file whole. @returns the files that changed there */
  publish(): string[] {
    const changed = [...new Set([...this.files(), ...filesBelow(this.content)])].filter((file) => {
      const [draft, published] = [bytesOf(join(this.folder, file)), bytesOf(join(this.content, file))]
      return !isEqual(draft, published)
    })
    for (const file of changed) writeAtomically(this.#confined(this.content, file), bytesOf(join(this.folder, file)))
    this.follow()
    return changed
  }

  #followFile(file: string): boolean {
    const [theirs, base, mine] = [this.content, this.#base, this.folder].map((folder) => bytesOf(join(folder, file)))
    if (isEqual(theirs, base)) return false
    if (!isEqual(mine, base) && !isEqual(mine, theirs)) {
      const merged = mine && base && theirs && mergeFiles(String(base), String(mine), String(theirs))
      const conflicts = merged ? merged.conflicts.map((path) => `${file}#${path}`) : [file]
      // Recorded first: if the process ends here, the conflict is still told when it starts again.
      this.#store({ conflicts: [...new Set([...this.#stored.conflicts, ...conflicts])] })
      if (merged) this.write(file, merged.text)
    } else writeAtomically(this.#confined(this.folder, file), theirs)
    writeAtomically(this.#confined(this.#base, file), theirs)
    return true
  }

  #store(stored: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...stored }
    writeAtomically(this.#record, JSON.stringify(this.#stored))
  }

  /**
   * A path inside a folder that no link leads out of.
   * @throws RangeError
   */
  #confined(folder: string, file: string): string {
    const path = join(folder, file)
    const inside = relative(folder, path)
    if (!inside || inside.startsWith('..') || inside.includes('\0'))
      throw new RangeError(`${file} is outside of the content.`)
    let step = folder
    for (const part of dirname(inside) === '.' ? [] : dirname(inside).split(sep)) {
      step = join(step, part)
      if (existsSync(step) && lstatSync(step).isSymbolicLink()) throw new RangeError(`${file} is behind a link.`)
    }
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new RangeError(`${file} is a link.`)
    return path
  }
}

/** What a file says at the path in a name, or all of it. */
function valueIn(name: string, source = ''): string {
  const path = name.split('#')[1]
  return path === undefined ? source : (valuesIfReadable(source).get(path)?.value ?? '')
}

/** The ordinary files below a folder, as paths with slashes. Links are not followed, as a recursive readdir would. */
export function filesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/\.unfinished$|^\./.test(name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)
      return entry.isFile() ? [prefix + entry.name] : []
    })
    .sort()
}

const bytesOf = (file: string) =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined
const isEqual = (one: Buffer | undefined, other: Buffer | undefined) =>
  one === undefined || other === undefined ? one === other : one.equals(other)
