import { EventEmitter } from 'node:events'
import { watch } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../content/problem.ts'
import type { TextTree } from '../../content/read/texts.ts'
import { allLanguages } from '../../shared/languages.ts'
import { oneByOne } from '../../shared/one-by-one.ts'
import type { Edit, EditAnswer, EditorState } from '../api.ts'
import { fileOf, type KeyPath, listOf, nameOfKey, pathOf, textsIn, unwritable, valueAt } from '../content-paths.ts'
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

export type Editor = ReturnType<typeof openEditor>

/** The files of content/ as somebody edits them, what differs from the last commit, and how it is published. */
export function openEditor({ content, preview, check, publishCommand }: EditorOptions) {
  const repository = new Repository(content, publishCommand)
  const changes = new EventEmitter<{ state: [EditorState] }>()
  const inTurn = oneByOne()
  let sources: Sources = new Map()
  let problems: Problem[] = []
  let refusal: string | undefined
  let timer: NodeJS.Timeout | undefined
  /** Later ones are greater, over a restart too. */
  let revision = Date.now()

  /** Takes over what the files say now. @returns whether that is something else than before */
  function readFiles(): boolean {
    const now = readSources(content)
    if (isDeepStrictEqual(now, sources)) return false
    sources = now
    preview.follow()
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const found = await check()
      // What has changed meanwhile is checked after this.
      if (now !== sources) return
      problems = found
      announce()
    }, pauseBeforeCheckMs).unref()
    return true
  }

  /** Takes over what others have changed, the last commit included. @returns whether there was anything */
  async function follow(): Promise<boolean> {
    const isCommitted = await repository.follow()
    return readFiles() || isCommitted
  }

  function announce(): EditorState {
    const { head, publishing } = repository
    const files = [...new Set([...sources.keys(), ...head.keys()])].sort()
    const stateOf = (file: string) => {
      const [source, published] = [sources.get(file), head.get(file)]
      const isChanged = head.size > 0 && source !== published
      const before = isChanged ? (readSource(file, published, 'HEAD') ?? null) : undefined
      return { now: readSource(file, source), published: before }
    }
    const state = {
      revision: ++revision,
      files: Object.fromEntries(files.map((file) => [file, stateOf(file)])),
      inputs,
      problems: problems.map((problem) => ({ ...problem, name: nameOfKey(problem.file, problem.key) })),
      publishing: { ...publishing, refusal },
    }
    changes.emit('state', state)
    return state
  }

  /** @returns whether it is done */
  function apply({ name, was, value, item, isReal, model = '' }: Edit): boolean {
    const file = fileOf(name)
    const [source, head] = [sources.get(file), repository.head.get(file)]
    // No other name from outside becomes the path of a file.
    if (source === undefined && head === undefined && !newText.test(file)) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const tree = readSource(file, source)?.tree
    const path = pathNow(tree, pathOf(name), item)
    const theirs = (path && valueAt(tree, path)) ?? null
    if (path === undefined || ![was, value].some((each) => isDeepStrictEqual(each, theirs))) return false
    if (path.length > 0 && tree === undefined) return false
    // The comment at the beginning is about the other file.
    const like = source ?? sources.get(model)?.replace(/^(?:#.*\n)+/, '')
    writeSource(content, file, replaceAt(like, path, value, { published: head, isReal }))
    return true
  }

  /** Commits content/ as it was checked, and starts the command. */
  async function publish(author: string, summary: string): Promise<EditorState> {
    // What others change during the check is checked too.
    do problems = await check()
    while (await follow())
    const { repository: state, isRunning } = repository.publishing
    if (problems.length > 0 || state !== 'ready' || isRunning) return announce()
    try {
      refusal = undefined
      if (!isDeepStrictEqual(sources, repository.head)) await repository.commit(author, summary)
      void repository.publish(announce)
      await repository.follow()
    } catch (error) {
      refusal = (error as Error).message
    }
    return announce()
  }

  return {
    preview,
    changes,

    state: (): Promise<EditorState> =>
      inTurn(async () => {
        await follow()
        return announce()
      }),

    edit: (edit: Edit): Promise<EditAnswer> =>
      inTurn(async () => {
        readFiles()
        const isDone = apply(edit)
        readFiles()
        return { isDone, state: announce() }
      }),

    publish: (author: string, summary: string) => inTurn(() => publish(author, summary)),

    /** Follows what others change in content/. */
    watch(): void {
      let timer: NodeJS.Timeout | undefined
      const takeOver = async () => void ((await follow()) && announce())
      watch(content, { recursive: true }, () => {
        clearTimeout(timer)
        // A program that saves a file does so in several steps.
        timer = setTimeout(() => void inTurn(takeOver), 100)
      })
    },
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
