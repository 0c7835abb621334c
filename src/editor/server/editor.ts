import { EventEmitter } from 'node:events'
import { watch } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../content/problem.ts'
import type { TextTree } from '../../content/read/texts.ts'
import { allLanguages } from '../../shared/languages.ts'
import { oneByOne } from '../../shared/one-by-one.ts'
import type { Edit, EditAnswer, EditorState } from '../api.ts'
import { fileOf, type KeyPath, listOf, pathOf, textsIn, unwritable, valueAt } from '../content-paths.ts'
import type { Check } from './check-worker.ts'
import { readSources, type Sources, writeSource } from './content-files.ts'
import { inputs, readSource } from './editor-state.ts'
import type { PreviewSite } from './preview-site.ts'
import { Repository } from './repository.ts'
import { replaceAt } from './yaml-edit.ts'

export type EditorOptions = {
  /** The folder content/. */
  content: string
  preview: Pick<PreviewSite, 'follow' | 'file'>
  check: Check
  /** EDIT_PUBLISH */
  publishCommand: string | undefined
}

/** The only files that can be new: the texts of an article. */
const newText = new RegExp(`^texts/(?:${allLanguages.join('|')})/[a-z0-9_]+\\.yml$`)

/** In milliseconds: the whole site is checked when nothing has changed for so long. */
const pauseBeforeCheckMs = 250

/** The files of content/ as somebody edits them, what differs from the last commit, and how it is published. */
export class Editor {
  readonly preview: EditorOptions['preview']
  readonly #content: string
  readonly #repository: Repository
  readonly #check: Check
  readonly changes = new EventEmitter<{ state: [EditorState] }>()
  #sources: Sources = new Map()
  #problems: Problem[] = []
  #refusal: string | undefined
  /** Later ones are greater, over a restart too. */
  #revision = Date.now()
  #checkTimer: NodeJS.Timeout | undefined
  readonly #inTurn = oneByOne()
  /** The origin of the preview, once its server listens. */
  previewOrigin = ''

  constructor({ content, preview, check, publishCommand }: EditorOptions) {
    this.preview = preview
    this.#content = content
    this.#repository = new Repository(content, publishCommand)
    this.#check = check
  }

  /** Follows what others change in content/. */
  watch(): void {
    let timer: NodeJS.Timeout | undefined
    const takeOver = async () => {
      if (await this.#follow()) this.#announce()
    }
    watch(this.#content, { recursive: true }, () => {
      clearTimeout(timer)
      // A program that saves a file does so in several steps.
      timer = setTimeout(() => void this.#inTurn(takeOver), 100)
    })
  }

  state = (): Promise<EditorState> =>
    this.#inTurn(async () => {
      await this.#follow()
      return this.#announce()
    })

  edit = (edit: Edit): Promise<EditAnswer> =>
    this.#inTurn(async () => {
      this.#readFiles()
      const isDone = this.#apply(edit)
      this.#readFiles()
      return { isDone, state: this.#announce() }
    })

  /** Commits content/ as it was checked, and starts the command. */
  publish = (author: string, summary: string): Promise<EditorState> =>
    this.#inTurn(async () => {
      // What others change during the check is checked too.
      do this.#problems = await this.#check()
      while (await this.#follow())
      const { repository, isRunning } = this.#repository.publishing
      if (this.#problems.length > 0 || repository !== 'ready' || isRunning) return this.#announce()
      try {
        this.#refusal = undefined
        if (!isDeepStrictEqual(this.#sources, this.#repository.head)) await this.#repository.commit(author, summary)
        this.#repository.publish(() => this.#announce())
        await this.#repository.follow()
      } catch (error) {
        this.#refusal = (error as Error).message
      }
      return this.#announce()
    })

  /** @returns whether it is done */
  #apply({ name, was, value, item, isReal, model = '' }: Edit): boolean {
    const file = fileOf(name)
    const [source, head] = [this.#sources.get(file), this.#repository.head.get(file)]
    // No other name from outside becomes the path of a file.
    if (source === undefined && head === undefined && !newText.test(file)) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const tree = readSource(file, source)?.tree
    const path = pathNow(tree, pathOf(name), item)
    const theirs = (path && valueAt(tree, path)) ?? null
    if (path === undefined || ![was, value].some((each) => isDeepStrictEqual(each, theirs))) return false
    if (path.length > 0 && tree === undefined) return false
    // The comment at the beginning is about the other file.
    const like = source ?? this.#sources.get(model)?.replace(/^(?:#.*\n)+/, '')
    writeSource(this.#content, file, replaceAt(like, path, value, { published: head, isReal }))
    return true
  }

  /** Takes over what the files say now. @returns whether that is something else than before */
  #readFiles(): boolean {
    const sources = readSources(this.#content)
    if (isDeepStrictEqual(sources, this.#sources)) return false
    this.#sources = sources
    this.preview.follow()
    clearTimeout(this.#checkTimer)
    this.#checkTimer = setTimeout(async () => {
      const problems = await this.#check()
      // What has changed meanwhile is checked after this.
      if (sources !== this.#sources) return
      this.#problems = problems
      this.#announce()
    }, pauseBeforeCheckMs).unref()
    return true
  }

  /** Takes over what others have changed, the last commit included. @returns whether there was anything */
  async #follow(): Promise<boolean> {
    const isCommitted = await this.#repository.follow()
    return this.#readFiles() || isCommitted
  }

  #announce(): EditorState {
    const { head, publishing } = this.#repository
    const files = [...new Set([...this.#sources.keys(), ...head.keys()])].sort()
    const stateOf = (file: string) => {
      const [source, published] = [this.#sources.get(file), head.get(file)]
      const isChanged = head.size > 0 && source !== published
      const before = isChanged ? (readSource(file, published, 'HEAD') ?? null) : undefined
      return { now: readSource(file, source), published: before }
    }
    const state = {
      revision: ++this.#revision,
      files: Object.fromEntries(files.map((file) => [file, stateOf(file)])),
      inputs,
      problems: this.#problems,
      publishing: { ...publishing, refusal: this.#refusal },
      preview: this.previewOrigin,
    }
    this.changes.emit('state', state)
    return state
  }
}

/** Where a value is now: in its item, wherever that has moved to. Nothing if there is no such item any more. */
function pathNow(tree: TextTree | undefined, path: KeyPath, item: TextTree | undefined): KeyPath | undefined {
  const at = listOf(path)
  const items = at && valueAt(tree, at.list)
  if (!at || item === undefined || !Array.isArray(items)) return path
  const isSame = (each: TextTree | undefined) => isDeepStrictEqual(each, item)
  const index = isSame(items[at.index]) ? at.index : items.findIndex(isSame)
  return index < 0 ? undefined : path.with(at.list.length, index)
}
