import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type { Problem } from '../../content/problem.ts'
import { type KeyPath, type TextTree, textsIn, valueAt } from '../../content/text-tree.ts'
import type { Edit, EditorState, Publication } from '../api.ts'
import { articlesFile, fileOf, listOf, nameOfProblem, pathOf, unwritable } from '../content-paths.ts'
import type { Check } from './check-worker.ts'
import { followArticles, readSource, readSources, type Sources, writeSource } from './content-files.ts'
import { inputs } from './inputs.ts'
import { openRepository } from './repository.ts'
import { replaceAt } from './yaml-edit.ts'

export type EditorOptions = {
  /** The folder content/. */
  content: string
  check: Check
  /** EDIT_PUBLISH */
  publishCommand: string | undefined
}

/** In milliseconds: the whole site is checked when nothing has changed for so long. */
const pauseBeforeCheckMs = 250

export type Editor = ReturnType<typeof openEditor>

/** The files of content/ as somebody edits them, what differs from the last commit, and how it is published. */
export function openEditor({ content, check, publishCommand }: EditorOptions) {
  const repository = openRepository(content, publishCommand)
  const queue = pLimit(1)
  let sources: Sources = new Map()
  let problems: Problem[] = []
  let timer: NodeJS.Timeout | undefined
  /** Later ones are greater, over a restart too. */
  let revision = Date.now()
  const changed = () => revision++

  /** Takes over what the files and the last commit say now. @returns whether that is something else than before */
  async function follow(): Promise<boolean> {
    const isCommitted = await repository.follow()
    const now = readSources(content)
    const isEdited = !isDeepStrictEqual(now, sources)
    if (isEdited) {
      sources = now
      clearTimeout(timer)
      timer = setTimeout(checkAll, pauseBeforeCheckMs).unref()
    }
    if (isEdited || isCommitted) changed()
    return isEdited || isCommitted
  }

  async function checkAll(): Promise<void> {
    const checked = sources
    const found = await check()
    // What has changed meanwhile is checked after this.
    if (checked !== sources) return
    problems = found
    changed()
  }

  function state(): EditorState {
    const head = repository.head()
    const files = [...new Set([...sources.keys(), ...head.keys()])].sort()
    const stateOf = (file: string) => {
      const [source, published] = [sources.get(file), head.get(file)]
      const isChanged = head.size > 0 && source !== published
      const before = isChanged ? (readSource(file, published, 'HEAD') ?? null) : undefined
      return { now: readSource(file, source), published: before }
    }
    return {
      revision,
      files: Object.fromEntries(files.map((file) => [file, stateOf(file)])),
      inputs,
      problems: [...problems, ...repository.faults()].map((each) => ({ ...each, name: nameOfProblem(each) })),
      publishing: repository.publishing(),
    }
  }

  /** @returns whether it is done */
  function apply({ name, was, value, item, isReal }: Edit): boolean {
    const file = fileOf(name)
    const head = repository.head()
    const [source, published] = [sources.get(file), head.get(file)]
    // No other name from outside becomes the path of a file.
    if (source === undefined && published === undefined) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const tree = readSource(file, source)?.tree
    const path = pathNow(tree, pathOf(name), item)
    const theirs = (path && valueAt(tree, path)) ?? null
    if (path === undefined || ![was, value].some((each) => isDeepStrictEqual(each || null, theirs || null)))
      return false
    if ((path.length > 0 || !file.endsWith('.yml')) && tree === undefined) return false
    if (file === articlesFile && Array.isArray(theirs) && Array.isArray(value))
      followArticles(content, theirs.map(String), value.map(String), sources, head)
    writeSource(content, file, replaceAt(source ?? '', path, value, published, isReal))
    return true
  }

  /**
   * Commits content/ as it was checked, and starts the command.
   * @throws Error with what git says against it
   */
  async function publish({ author, summary }: Publication): Promise<boolean> {
    // What others change during the check is checked too.
    do problems = await check()
    while (await follow())
    changed()
    if (problems.length > 0 || repository.faults().length > 0 || repository.publishing().isRunning) return false
    if (!isDeepStrictEqual(sources, repository.head())) await repository.commit(author, summary)
    void repository.publish().then(changed)
    return true
  }

  /** Does one thing after the other. @returns whether it is done, and what everything says then */
  const inTurn = (act: () => boolean | Promise<boolean>) =>
    queue(async () => {
      await follow()
      const isDone = await act()
      await follow()
      return { isDone, state: state() }
    })

  return {
    state: async (): Promise<EditorState> => (await inTurn(() => true)).state,
    edit: (edit: Edit) => inTurn(() => apply(edit)),
    publish: (publication: Publication) => inTurn(() => publish(publication)),
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
