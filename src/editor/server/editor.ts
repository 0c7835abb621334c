import { watch } from 'node:fs'
import type { Document } from 'yaml'
import type { Problem } from '../../content/problem.ts'
import { parseYaml } from '../../content/read/yaml-file.ts'
import { allLanguages } from '../../shared/languages.ts'
import type { Edit, EditAnswer, EditorPatch, EditorState, FileState, Outcome, PublishAnswer } from '../api.ts'
import {
  articlesFile,
  fileOf,
  formatPath,
  identityOf,
  itemIn,
  type KeyPath,
  parsePath,
  sectionOf,
  textFileOf,
} from '../content-paths.ts'
import { addArticle, articlesIn, removeArticle } from './articles.ts'
import { findChanges, takeBack } from './changes.ts'
import type { Check } from './check-worker.ts'
import {
  ContentFiles,
  emptyItem,
  itemsOf,
  rearrange,
  removeMark,
  setText,
  type Value,
  valuesIn,
} from './content-files.ts'
import { stateOfContent, stateOfEditor, stateOfFile, stateOfProblem } from './editor-state.ts'
import type { PreviewSite } from './preview-site.ts'
import { Repository } from './repository.ts'

export type EditorOptions = {
  /** The folder content/. */
  content: string
  preview: Pick<PreviewSite, 'follow' | 'readsOf' | 'file'>
  check: Check
  /** EDIT_PUBLISH */
  publishCommand: string | undefined
}

/** In milliseconds: the whole site is checked when nothing has changed for so long. */
const pauseBeforeCheckMs = 250

const done: Outcome = { kind: 'done' }

/** The files of content/ as somebody edits them, what differs from the last commit, and how it is published. */
export class Editor {
  readonly preview: EditorOptions['preview']
  readonly #files: ContentFiles
  readonly #repository: Repository
  readonly #check: Check
  readonly #listeners = new Set<(patch: EditorPatch) => void>()
  readonly #states = new Map<string, { source: string; published: string | undefined; state: FileState }>()
  #sources: Map<string, string>
  #problems: Problem[] = []
  /** Of the files; the revision also grows when something else is told. */
  #version = 0
  #revision = Date.now()
  #checkTimer: NodeJS.Timeout | undefined
  #turn: Promise<unknown> = Promise.resolve()
  /** The origin of the preview, once its server listens. */
  previewOrigin = ''

  constructor({ content, preview, check, publishCommand }: EditorOptions) {
    this.preview = preview
    this.#files = new ContentFiles(content)
    this.#repository = new Repository(content, publishCommand)
    this.#check = check
    this.#sources = this.#files.sources()
  }

  /** @returns what ends it */
  onPatch(listener: (patch: EditorPatch) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows what others change in content/. @returns what ends it */
  watch(): () => void {
    let timer: NodeJS.Timeout | undefined
    const watcher = watch(this.#files.folder, { recursive: true }, () => {
      clearTimeout(timer)
      // A program that saves a file does so in several steps.
      timer = setTimeout(() => void this.#inTurn(() => this.#followOthers()), 100)
    })
    return () => {
      clearTimeout(timer)
      clearTimeout(this.#checkTimer)
      watcher.close()
    }
  }

  state = (): Promise<EditorState> =>
    this.#inTurn(async () => {
      await this.#followOthers()
      const files = [...this.#sources.keys()]
      return { ...this.#patchOf(files), ...stateOfEditor(this.#sources, this.#repository.head) } as EditorState
    })

  /** @throws RangeError if the edit asks for what is not there */
  edit(edit: Edit): Promise<EditAnswer> {
    return this.#inTurn(async () => {
      const others = this.#follow()
      try {
        const outcomes = this.#apply(edit, this.#repository.head)
        return { outcomes, patch: this.#tell([...others, ...this.#follow()]) }
      } catch (error) {
        this.#tell([...others, ...this.#follow()])
        throw error
      }
    })
  }

  /** Commits content/ as it was checked, and starts the command. */
  publish(author: string, summary: string): Promise<PublishAnswer> {
    return this.#inTurn(async (): Promise<PublishAnswer> => {
      // What others change during the check is checked too.
      do this.#problems = await this.#check()
      while (await this.#followOthers())
      const changes = findChanges(this.#sources, this.#repository.head)
      if (this.#problems.length > 0 || this.#repository.state !== 'ready') return { kind: 'blocked' }
      try {
        if (changes.length > 0) await this.#repository.commit(author, summary)
      } catch (error) {
        return { kind: 'failed', reason: (error as Error).message }
      }
      this.#repository.publish(() => this.#tell([]))
      await this.#repository.follow()
      this.#tell([...this.#sources.keys()])
      return { kind: 'committed' }
    })
  }

  #apply(edit: Edit, head: Map<string, string>): Record<string, Outcome> {
    const change = (name: string, make: (document: Document.Parsed, path: KeyPath) => Outcome): Outcome => {
      const file = fileOf(name)
      const document = this.#files.open(file)
      const outcome = make(document, parsePath(name.slice(file.length + 1)))
      if (outcome.kind === 'done') this.#files.write(file, document)
      return outcome
    }
    switch (edit.op) {
      case 'set':
        return this.#set(edit.values, head)
      case 'real':
        return {
          [edit.name]: change(edit.name, (document, path) => {
            const value = valuesIn(document).get(formatPath(path))
            if (value?.value !== edit.was) return { kind: 'conflict', theirs: value?.value ?? '' }
            removeMark(document, value)
            return done
          }),
        }
      case 'add item':
        return {
          [edit.list]: change(edit.list, (document, path) => {
            const items = itemsOf(document, path)
            const last = items.at(-1)
            if (!last) throw new RangeError(`${edit.list} has no item to take as a model.`)
            items.push(emptyItem(last))
            return done
          }),
        }
      case 'move item':
      case 'remove item':
        return {
          [edit.list]: change(edit.list, (document, path) => {
            const at = findItem(document, formatPath(path), edit.at, edit.item)
            const items = itemsOf(document, path)
            if (at === undefined) return { kind: 'conflict', theirs: '' }
            const to = edit.op === 'move item' ? at + edit.by : undefined
            if (to !== undefined && !items[to]) return done
            const isArticle = fileOf(edit.list) === articlesFile
            if (to === undefined && isArticle) throw new RangeError('An article is removed with its texts.')
            rearrange(items, () => {
              const moved = items.splice(at, 1)
              if (to !== undefined) items.splice(to, 0, ...moved)
            })
            return done
          }),
        }
      case 'add article':
        return { [`${articlesFile}#${addArticle(this.#files, edit.titles)}`]: done }
      case 'remove article':
        removeArticle(this.#files, edit.article)
        return { [edit.article]: done }
      case 'add source':
      case 'remove source': {
        if (!articlesIn(this.#sources).includes(edit.article))
          throw new RangeError(`There is no article ${edit.article}.`)
        for (const language of allLanguages)
          change(textFileOf(language, edit.article), (document) => {
            if (edit.op === 'remove source') document.deleteIn(['sources', edit.source])
            else if (!document.hasIn(['sources', edit.source])) addSource(document, edit.source, edit.text)
            return done
          })
        return { [edit.article]: done }
      }
      case 'take back': {
        const found = findChanges(this.#sources, head).find(({ name }) => name === edit.change)
        if (found?.after !== edit.after) return { [edit.change]: { kind: 'conflict', theirs: found?.after ?? '' } }
        takeBack(found, this.#files, head)
        return { [edit.change]: done }
      }
    }
  }

  /** Sets each value that is still as it was taken for; items are looked for as they were before the first of these edits. */
  #set(values: Extract<Edit, { op: 'set' }>['values'], head: Map<string, string>): Record<string, Outcome> {
    const opened = new Map<string, { document: Document.Parsed; values: Map<string, Value>; published?: Document }>()
    const open = (file: string) => {
      const known = opened.get(file)
      if (known) return known
      const document = this.#files.open(file)
      const published = head.get(file)
      const fresh = {
        document,
        values: valuesIn(document),
        ...(published !== undefined && { published: parseYaml(published) }),
      }
      opened.set(file, fresh)
      return fresh
    }
    const set = (name: string, { value, was, item }: (typeof values)[string]): Outcome => {
      const file = fileOf(name)
      const asked = name.slice(file.length + 1)
      const { values: before, published } = open(file)
      const path = pathNow(before, asked, item, was)
      const theirs = before.get(path ?? asked)?.value ?? ''
      if (!before.has(path ?? asked) && !this.#isText(file, asked)) throw new RangeError(`There is no value ${name}.`)
      if (path === undefined || (!isSame(theirs, was) && !isSame(theirs, value))) return { kind: 'conflict', theirs }
      if (!/^[^\p{Cc}\p{Co}\p{Cs}\uFFFD]*$/u.test(value.replace(/[\n\t]/g, ''))) return { kind: 'invalid' }
      const document = this.#files.open(file)
      if (!setText(document, parsePath(path), value.replaceAll('\r\n', '\n'), published)) return { kind: 'invalid' }
      this.#files.write(file, document)
      return done
    }
    const outcome = (name: string): Outcome => {
      try {
        return set(name, values[name] as (typeof values)[string])
      } catch (error) {
        if (error instanceof RangeError) return { kind: 'invalid' }
        throw error
      }
    }
    return Object.fromEntries(Object.keys(values).map((name) => [name, outcome(name)]))
  }

  /** Whether another language has such a text, so that this one may get it. */
  #isText = (file: string, path: string): boolean =>
    allLanguages.some((language) => {
      const other = this.#sources.get(textFileOf(language, sectionOf(file)))
      return other !== undefined && valuesIn(parseYaml(other)).has(path)
    })

  /** Takes over what is in the files now. @returns the files that have changed */
  #follow(): string[] {
    const now = this.#files.sources()
    const names = [...new Set([...now.keys(), ...this.#sources.keys()])]
    const changed = names.filter((file) => now.get(file) !== this.#sources.get(file))
    this.#sources = now
    if (changed.length > 0) {
      this.preview.follow()
      this.#version++
    }
    if (changed.length > 0 || !this.#checkTimer) this.#checkSoon()
    return changed
  }

  /** Takes over what others have changed, the last commit included. @returns whether any file has */
  async #followOthers(): Promise<boolean> {
    const isCommitted = await this.#repository.follow()
    const changed = this.#follow()
    if (isCommitted) this.#tell([...this.#sources.keys()])
    else if (changed.length > 0) this.#tell(changed)
    return changed.length > 0
  }

  #checkSoon(): void {
    clearTimeout(this.#checkTimer)
    this.#checkTimer = setTimeout(async () => {
      const version = this.#version
      const problems = await this.#check()
      if (version !== this.#version) return
      this.#problems = problems
      this.#tell([])
    }, pauseBeforeCheckMs)
    this.#checkTimer.unref()
  }

  #tell(changed: string[]): EditorPatch {
    const patch = this.#patchOf(changed)
    for (const listener of this.#listeners) listener(patch)
    return patch
  }

  #patchOf(changed: string[]): EditorPatch {
    const head = this.#repository.head
    return {
      ...stateOfContent(this.#sources, this.preview.readsOf),
      revision: ++this.#revision,
      problems: this.#problems.map(stateOfProblem),
      files: Object.fromEntries(changed.map((file) => [file, this.#stateOf(file, head)])),
      changes: findChanges(this.#sources, head),
      publishing: this.#repository.publishing,
      preview: this.previewOrigin,
    }
  }

  #stateOf(file: string, head: Map<string, string>): FileState | null {
    const [source, published, known] = [this.#sources.get(file), head.get(file), this.#states.get(file)]
    if (source === undefined) return null
    if (known?.source === source && known.published === published) return known.state
    const state = stateOfFile(file, source, published)
    this.#states.set(file, { source, published, state })
    return state
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}

const isSame = (one: string, other: string) => one.replace(/\n+$/, '') === other.replace(/\n+$/, '')

/** Where a value is now: in its item, wherever that has moved to. Nothing if there is no such item any more, or more than one. */
function pathNow(values: Map<string, Value>, path: string, item: string | undefined, was: string): string | undefined {
  const at = itemIn(path)
  if (item === undefined || at === undefined) return path
  const fields = [...values].map(([path, { value }]) => ({ path, value }))
  const list = at.replace(/\[\d+\]$/, '')
  const rest = path.slice(at.length)
  const fits = (candidate: string) =>
    identityOf(fields, candidate, candidate + rest) === item && isSame(values.get(candidate + rest)?.value ?? '', was)
  if (fits(at)) return path
  const others = itemsBelow(values, list).filter(fits)
  return others.length === 1 ? `${others[0]}${rest}` : undefined
}

const itemsBelow = (values: Map<string, Value>, list: string): string[] => [
  ...new Set(
    [...values.keys()]
      .filter((path) => path.startsWith(`${list}[`))
      .map((path) => `${list}${/^\[\d+\]/.exec(path.slice(list.length))?.[0]}`),
  ),
]

/** The index of the item that was meant: at its index, or the only one that says the same. */
function findItem(document: Document, list: string, at: number, item: string): number | undefined {
  const values = valuesIn(document)
  const fields = [...values].map(([path, { value }]) => ({ path, value }))
  const found = itemsBelow(values, list).filter((each) => identityOf(fields, each) === item)
  if (found.includes(`${list}[${at}]`)) return at
  return found.length === 1 ? Number(/\d+(?=\]$)/.exec(found[0] ?? '')?.[0]) : undefined
}

function addSource(document: Document, source: string, text: string): void {
  const sources = document.get('sources', true) as { items?: unknown[]; flow?: boolean } | undefined
  if (sources?.items?.length === 0) sources.flow = false
  document.setIn(['sources', source], text)
}
