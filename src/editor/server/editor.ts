import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { watch } from 'chokidar'
import pLimit from 'p-limit'
import { withFallback } from '../../content/read/text-shape.ts'
import { type KeyPath, type TextTree, textsIn, valueAt } from '../../content/text-tree.ts'
import { changedLines, changeLine, parseTable } from '../../register/change-line.ts'
import { allLanguages, eachLanguage, type Language } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Texts } from '../../shared/text-types.ts'
import type { Edit, EditResult, Publication, StateChange, TableChange } from '../api.ts'
import {
  articlesFile,
  articlesIn,
  fileOf,
  itemPathOf,
  nameOf,
  pathOf,
  tableFiles,
  tableOf,
  textFileOf,
  unwritable,
} from '../content-paths.ts'
import { followArticles, isEdited, parseSource, readSources, type Sources, writeSource } from './content-files.ts'
import { inputs } from './inputs.ts'
import {
  commit,
  failureOf,
  fetchOthers,
  markOnline,
  mergeOthers,
  type Repository,
  readRepository,
  revertLast,
  run,
} from './repository.ts'
import { replaceAt } from './yaml-edit.ts'

export type EditorOptions = {
  /** The folder content/. */
  content: string
  /** Finds everything that the build would refuse in it. */
  check: () => Promise<Problem[]>
  /** EDIT_PUBLISH */
  publishCommand: string | undefined
}

/** In milliseconds without a change, before files are taken over and checked: a pull once, and typing when its preview is drawn. */
const pauseMs = 250

/** The files, the last commit, and what is wrong, as they were last read. */
type EditorSnapshot = Repository & { sources: Sources; problems: Problem[] }

/** The name of the value or the file that a problem is about. */
const subjectOf = ({ file, key }: Problem) => [file.replace(/^content\//, ''), key].filter(Boolean).join('#')

export type Editor = Awaited<ReturnType<typeof openEditor>>

/**
 * The files of content/ as somebody edits them, what differs from the last commit, and how it is published.
 *
 * Where a typed letter goes: `ValueField` (ui/field.tsx) gives it to `keepTyped` (ui/store.ts), which keeps it in the browser
 * and posts an edit to `/api/edit`; `apply` below replaces the value in the file, unless the file has another one than the page
 * knew; the answer has what has changed in the state, from which the page draws the fields again, and for which it fetches the preview again
 * (preview-site.ts). A moment later the check runs in its own thread, and `/api/changes` tells every page to ask for the new
 * state: what is wrong is in it. What others change is noticed by `watcher`, and goes the same way from there.
 */
export async function openEditor({ content, check, publishCommand }: EditorOptions) {
  const queue = pLimit(1)
  const listeners = new Set<(revision: number) => void>()
  /** This copy of the site: what a browser has not sent yet is for no other one. */
  const copy = createHash('sha256').update(realpathSync(content)).digest('hex').slice(0, 16)
  let snapshot: EditorSnapshot = { sources: new Map(), head: new Map(), waiting: 0, strays: [], problems: [] }
  /** Later ones are greater, over a restart too. */
  let revision = Date.now()
  /** The revision in which a file, or its text in the last commit, was found to be another one; or a line of a table, by its name. */
  const changedIn = new Map<string, number>()

  /** Merges newly read state, and notifies the listeners if it changed. @returns whether it did */
  function merge(found: Partial<EditorSnapshot>): boolean {
    const now = { ...snapshot, ...found }
    if (isDeepStrictEqual(now, snapshot)) return false
    revision++
    for (const [before, after] of [
      [snapshot.sources, now.sources],
      [snapshot.head, now.head],
    ] as const)
      for (const file of new Set([...before.keys(), ...after.keys()]))
        if (before.get(file) !== after.get(file)) changedIn.set(file, revision)
    if (snapshot.sources.size > 0)
      for (const file of tableFiles)
        for (const key of linesThatDiffer(file, snapshot.sources, now.sources))
          changedIn.set(nameOf(file, [key]), revision)
    snapshot = now
    for (const listener of listeners) listener(revision)
    return true
  }

  const readAll = async () => merge({ ...(await readRepository(content, snapshot)), sources: readSources(content) })

  function readFiles(files: string[]): boolean {
    const read = readSources(content, files)
    const sources = new Map([...snapshot.sources].filter(([file]) => !files.includes(file)))
    return merge({ sources: new Map([...sources, ...read]) })
  }

  async function checkAll(): Promise<void> {
    const { sources } = snapshot
    // File contents never stop the editor.
    const problems = await check().catch((error) => [failureOf(error, 'unexpected')])
    // What has changed meanwhile is checked after this.
    if (isDeepStrictEqual(sources, snapshot.sources)) merge({ problems })
  }

  /** What has changed after a revision: of files and words, only what differs; everything after 0. */
  function changesAfter(known: number): StateChange {
    const { sources, problems, head, fault, waiting, last, strays } = snapshot
    const isChanged = (name: string) => known === 0 || (changedIn.get(name) ?? 0) > known
    const all = new Set([...sources.keys(), ...head.keys(), ...[...changedIn.keys()].map(fileOf), ...tableFiles])
    const files = [...all].filter(isChanged).sort()
    const changed = files.filter((file) => head.size > 0 && sources.get(file) !== head.get(file))
    const linesOf = (file: string) =>
      known === 0
        ? linesThatDiffer(file, new Map(), sources)
        : [...changedIn.keys()].flatMap((name) =>
            name.startsWith(`${file}#`) && isChanged(name) ? String(pathOf(name)[0]) : [],
          )
    const parse = (files: string[], from: Sources, linesOf: (file: string) => string[]) =>
      Object.fromEntries(
        files.map((file) => {
          const parsed = parseSource(file, from.get(file)) ?? null
          if (!parsed || !tableOf(file)) return [file, parsed]
          const lines = linesOf(file).map((key) => [key, valueAt(parsed.tree, [key]) ?? null])
          return [file, { lines: Object.fromEntries(lines) } as TableChange]
        }),
      )
    const textOf = (language: Language) => textFileOf(language, 'editor')
    const editorTexts = eachLanguage((language) => ({
      editor: parseSource(textOf(language), sources.get(textOf(language)))?.tree ?? {},
    }))
    const words = eachLanguage((language) => withFallback(editorTexts, language, []).editor as Texts['editor'])
    return {
      revision,
      ...(allLanguages.some((language) => files.includes(textOf(language))) && { words }),
      now: parse(files, sources, linesOf),
      published: parse(changed, head, (file) => linesThatDiffer(file, sources, head)),
      inputs,
      problems: [...problems, ...(fault ? [fault] : [])].map((each) => ({ ...each, name: subjectOf(each) })),
      hasCommand: publishCommand !== undefined,
      copy,
      waiting: publishCommand === undefined ? 0 : waiting,
      last,
      strays,
    }
  }

  /** @returns whether it was applied */
  function apply({ name, was, sent = [], item, value, isReal }: Edit): boolean {
    const file = fileOf(name)
    const { sources, head } = snapshot
    // No other name from outside becomes the path of a file.
    if (!sources.has(file) && !head.has(file) && !tableOf(file)) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const [source, published] = [readSources(content, file).get(file), head.get(file)]
    const tree = parseSource(file, source)?.tree
    const path = findItem(tree, pathOf(name), item)
    if (!path) return false
    // A group that one language lacks is written with its first text.
    const isGone = path.length > 0 && valueAt(tree, file.startsWith('texts/') ? [] : path.slice(0, -1)) === undefined
    const theirs = valueAt(tree, path) ?? null
    if (isGone || ![was, ...sent, value].some((each) => isDeepStrictEqual(each || null, theirs || null))) return false
    const table = tableOf(file)
    const written = table
      ? changeLine(table, source ?? '', path, value, published)
      : replaceAt(source ?? '', path, value, published, isReal)
    const articles = articlesIn(parseSource(file, written)?.tree)
    if (file === articlesFile) followArticles(content, articlesIn(tree), articles, sources, head)
    writeSource(content, file, written)
    return true
  }

  /** Runs one action at a time. @returns its outcome, and the state after it */
  const enqueue = (known: number, act: () => boolean | Promise<boolean>): Promise<EditResult> =>
    queue(async () => {
      try {
        return { applied: await act(), state: changesAfter(known) }
      } catch (error) {
        return { applied: false, state: changesAfter(known), failure: failureOf(error) }
      }
    })

  /** @returns whether nothing keeps the content from being published */
  async function isPublishable(): Promise<boolean> {
    // What others change during the check is checked too.
    do await checkAll()
    while (await readAll())
    return snapshot.problems.length === 0 && !snapshot.fault
  }

  /** Commits content/ as it was checked, then runs the command: meanwhile, it can be edited. */
  async function publishNow({ author, summary }: Publication, known: number): Promise<EditResult> {
    const hasOthers = publishCommand !== undefined && (await fetchOthers(content))
    const committed = await enqueue(known, async () => {
      if (!(await isPublishable())) return false
      if (!isDeepStrictEqual(snapshot.sources, snapshot.head)) await commit(content, author, summary)
      await readAll()
      if (!hasOthers) return true
      try {
        await mergeOthers(content, author)
      } finally {
        await readAll()
      }
      return isPublishable()
    })
    if (!committed.applied || publishCommand === undefined) return committed
    try {
      await run(publishCommand, [], { shell: true, cwd: dirname(content) })
      await markOnline(content)
      return await enqueue(known, () => readAll().then(() => true))
    } catch (error) {
      return { ...committed, applied: false, failure: failureOf(error, 'not_online') }
    }
  }

  let publishing: Promise<EditResult> | undefined
  await readAll()
  void checkAll()
  // Git writes to its log, or to its table of references, whatever becomes the last commit.
  const folder = snapshot.folder ?? content
  const watcher = watch([content, join(folder, 'logs'), join(folder, 'reftable')], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: /\.unfinished$/,
  })
  let timer: NodeJS.Timeout | undefined
  const paths = new Set<string>()
  watcher.on('all', (_event, path) => {
    clearTimeout(timer)
    paths.add(path)
    // A picture is nothing to read here, and is checked as well.
    timer = setTimeout(() => {
      const files = [...paths].map((path) => relative(content, path).replaceAll(sep, '/'))
      paths.clear()
      void queue(() => (files.every(isEdited) ? readFiles(files) : readAll())).then(checkAll)
    }, pauseMs)
  })
  watcher.on('error', (error) => console.error(String(error)))
  await new Promise<void>((ready) => watcher.once('ready', ready))

  return {
    /** What has changed after a revision that the page has; everything, read again, for a page that has none. */
    state: async (known = 0): Promise<StateChange> =>
      (await enqueue(known, () => (known === 0 ? readAll() : true))).state,
    edit: (edit: Edit, known = 0) =>
      enqueue(known, () => {
        const applied = apply(edit)
        const file = fileOf(edit.name)
        if (file === articlesFile) merge({ sources: readSources(content) })
        else readFiles([file])
        return applied
      }),
    /** Publishes once: who asks while it runs gets the result of that run. */
    publish(publication: Publication, known = 0): Promise<EditResult> {
      publishing ??= publishNow(publication, known).finally(() => {
        publishing = undefined
      })
      return publishing
    },
    /** Takes back what was published last, unless something was changed since. */
    takeBackLast: (known = 0) =>
      enqueue(known, async () => {
        await readAll()
        const { sources, head, last } = snapshot
        if (!last || !isDeepStrictEqual(sources, head)) return false
        await revertLast(content)
        await readAll()
        return true
      }),
    copy,
    /** Calls a function with each new revision. @returns a function that ends this */
    listen(listener: (revision: number) => void): () => void {
      listener(revision)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close(): Promise<void> {
      await watcher.close()
      await queue(() => clearTimeout(timer))
    },
  }
}

/** The keys of the lines of a table that two versions of it have otherwise; none of what is no table. */
function linesThatDiffer(file: string, before: Sources, after: Sources): string[] {
  const table = tableOf(file)
  const [one, other] = [before, after].map((sources) => sources.get(file) ?? '')
  if (!table || one === other) return []
  return changedLines(parseTable(table, one ?? ''), parseTable(table, other ?? ''))
}

/**
 * The path of a value whose item of a list may have been moved meanwhile.
 * @param item what the item said when the value was changed
 * @returns nothing if the item is gone, or says something else in other values
 */
function findItem(tree: TextTree | undefined, path: KeyPath, item: TextTree | undefined): KeyPath | undefined {
  const [at, own] = [itemPathOf(path), path.slice(itemPathOf(path).length)]
  if (item === undefined || at.length === 0) return path
  const others = (each: TextTree) => [...textsIn(each)].filter(([key]) => !isDeepStrictEqual(key, own))
  const isSame = (each: TextTree | undefined) => each !== undefined && isDeepStrictEqual(others(each), others(item))
  if (isSame(valueAt(tree, at))) return path
  const list = valueAt(tree, at.slice(0, -1))
  const [moved, ...more] = (Array.isArray(list) ? list : []).flatMap((each, index) => (isSame(each) ? [index] : []))
  return moved === undefined || more.length > 0 ? undefined : [...at.slice(0, -1), moved, ...own]
}
