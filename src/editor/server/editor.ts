import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { watch } from 'chokidar'
import pLimit from 'p-limit'
import { redirectsFile } from '../../content/read/redirects.ts'
import { type KeyPath, spellPath, type TextTree, textsIn, valueAt } from '../../content/text-tree.ts'
import { textShape } from '../../generator/site-texts.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Author, Conflict, Edit, EditResult, Publication, Release, StateChange } from '../api.ts'
import { articleNames, articlesFile, fileOf, isYaml, itemPathOf, pathOf, unwritable } from '../content-paths.ts'
import {
  followArticles,
  followSlug,
  isOfSite,
  parseSource,
  readSources,
  type Sources,
  writeSource,
} from './content-files.ts'
import { inputs } from './inputs.ts'
import { mergeValues } from './merge-values.ts'
import { bringOnline, type Site } from './release.ts'
import {
  clearLeftovers,
  commit,
  failureOf,
  fetchOthers,
  markOnline,
  mergeOthers,
  type Repository,
  readRepository,
  runProgram,
} from './repository.ts'
import { replaceAt } from './yaml-edit.ts'

type EditorOptions = {
  /** The folder content/. */
  content: string
  /** A folder for the content of the last commit. */
  published: string
  /** Finds everything that the build would refuse in it. */
  check: () => Promise<Problem[]>
  /** EDIT_PUBLISH */
  publishCommand: string | undefined
  /** The site, which is built and asked until it shows what was published; without it, the command is all. */
  site?: Site | undefined
}

/** In milliseconds without a change, before files are taken over and checked: a pull once, and typing when its preview is drawn. */
const pauseMs = 250

/** In milliseconds: how often others are asked for what they have published, while a page of the editor is open. */
const askOthersMs = 60_000

/** The files, the last commit, and what is wrong, as they were last read. */
type EditorSnapshot = Repository & { sources: Sources; problems: Problem[]; release?: Release }

/** What a page has before the first message. */
const nothing: EditorSnapshot = { sources: new Map(), head: new Map(), waiting: 0, strays: [], problems: [] }

/** The name of the value or the file that a problem is about. */
const subjectOf = ({ file, key }: Problem) => [file.replace(/^content\//, ''), key].filter(Boolean).join('#')

export type Editor = Awaited<ReturnType<typeof openEditor>>

/**
 * The files of content/ as somebody edits them, what differs from the last commit, and how it is published.
 *
 * Where a typed letter goes: `ValueField` (ui/field.tsx) gives it to `persistTyped` (ui/store.ts), which stores it in the browser
 * and posts an edit to `/api/edit`; `apply` below replaces the value in the file, unless the file has another one than the page
 * knew; `/api/changes` sends every page what has changed in the state, from which it draws the fields again, and for which it fetches
 * the preview again (preview-site.ts). A moment later the check runs in its own thread, and what is wrong is sent the same way.
 * What others change is noticed by `watcher`, and goes the same way from there.
 */
export async function openEditor({ content, published, check, publishCommand, site }: EditorOptions) {
  const queue = pLimit(1)
  const listeners = new Set<() => void>()
  /** This copy of the site: what a browser has not sent yet is for no other one. */
  const copy = createHash('sha256').update(realpathSync(content)).digest('hex').slice(0, 16)
  const isBroughtOnline = publishCommand !== undefined || site !== undefined
  let snapshot = nothing
  /** Later ones are greater, over a restart too. */
  let revision = Date.now()

  /** Merges newly read state, and notifies the listeners if it changed. @returns whether it did */
  function merge(found: Partial<EditorSnapshot>): boolean {
    const now = { ...snapshot, ...found }
    if (isDeepStrictEqual(now, snapshot)) return false
    revision++
    snapshot = now
    for (const listener of listeners) listener()
    return true
  }

  const readAll = async () =>
    merge({
      ...(await readRepository(content, published, snapshot, site !== undefined)),
      sources: readSources(content),
    })

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

  /** What differs from the snapshot that a page has. */
  function changesSince(known: EditorSnapshot): StateChange {
    const { sources, problems, head, fault, waiting, strays, release } = snapshot
    const versions = [known.sources, known.head, sources, head]
    const all = new Set(versions.flatMap((version) => [...version.keys()]))
    const isSame = (file: string) =>
      known.sources.get(file) === sources.get(file) && known.head.get(file) === head.get(file)
    const files = [...all].filter((file) => known === nothing || !isSame(file)).sort()
    const changed = files.filter((file) => head.size > 0 && sources.get(file) !== head.get(file))
    return {
      revision,
      now: parseFiles(files, sources),
      published: parseFiles(changed, head),
      ...(known === nothing && { inputs, shape: textShape }),
      problems: [...problems, ...(fault ? [fault] : [])].map((each) => ({ ...each, name: subjectOf(each) })),
      hasCommand: isBroughtOnline,
      copy,
      waiting: isBroughtOnline ? waiting : 0,
      strays,
      release,
    }
  }

  /** @returns whether it was applied */
  function apply({ name, was, item, value, isReal }: Edit): boolean {
    const file = fileOf(name)
    const { sources, head } = snapshot
    // No other name from outside becomes the path of a file.
    if (!sources.has(file) && !head.has(file)) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const [source, before] = [readSources(content, file).get(file), head.get(file)]
    const tree = parseSource(file, source)?.tree
    const path = findItem(tree, pathOf(name), item)
    if (!path) return false
    // A group that one language lacks is written with its first text.
    const isGone = path.length > 0 && valueAt(tree, file.startsWith('texts/') ? [] : path.slice(0, -1)) === undefined
    const theirs = valueAt(tree, path) ?? null
    if (isGone || ![was, value].some((each) => isDeepStrictEqual(each || null, theirs || null))) return false
    const isAsPublished = path.length === 0 && before && isDeepStrictEqual(value, parseSource(file, before)?.tree)
    if (!isAsPublished && !isYaml(file)) return false
    const written = isAsPublished ? before : replaceAt(source ?? '', path, value, before, isReal)
    const articles = articleNames(parseSource(file, written)?.tree)
    if (file === articlesFile) followArticles(content, articleNames(tree), articles, sources, head)
    writeSource(content, file, written)
    if (['', 'head', 'head.slug'].includes(spellPath(path))) followSlug(content, file, source ?? '', written, head)
    return true
  }

  /** Runs one action at a time. @returns its outcome */
  const enqueue = (act: () => boolean | Promise<boolean>): Promise<EditResult> =>
    queue(async () => {
      try {
        return { applied: await act(), revision }
      } catch (error) {
        return { applied: false, revision, failure: failureOf(error) }
      }
    })

  /** @returns whether nothing keeps the content from being published */
  async function isPublishable(): Promise<boolean> {
    // What others change during the check is checked too.
    do await checkAll()
    while (await readAll())
    return snapshot.problems.length === 0 && !snapshot.fault
  }

  /** Merges what was fetched. It is online by its own author's doing. */
  async function takeOthers(author: Author, resolve: (error: Error) => Promise<Conflict[]>): Promise<Conflict[]> {
    const { waiting } = snapshot
    try {
      const conflicts = await mergeOthers(content, author, resolve)
      if (site && waiting === 0) await markOnline(content)
      return conflicts ?? []
    } finally {
      await readAll()
    }
  }

  /** Takes over what others have published, if git can merge it with what is here. */
  async function fetchAndTake(): Promise<void> {
    const isMerging = existsSync(join(folder, 'MERGE_HEAD'))
    if (!isMerging && !snapshot.fault && (await fetchOthers(content)))
      await enqueue(() => takeOthers({ name: 'Text editor' }, (error) => Promise.reject(error)).then(() => true))
  }

  /** Commits content/ as it was checked, then runs the command: meanwhile, it can be edited. */
  async function publishNow(publication: Publication): Promise<EditResult> {
    const hasOthers = isBroughtOnline && (await fetchOthers(content))
    let conflicts: Conflict[] = []
    const result = await enqueue(async () => {
      if (!(await isPublishable())) return false
      if (!snapshot.isKnown) await markOnline(content)
      if (!isDeepStrictEqual(snapshot.sources, snapshot.head)) await commit(content, publication)
      await readAll()
      if (!hasOthers) return true
      const { author } = publication
      conflicts = await takeOthers(author, () => mergeValues(content, author))
      return isPublishable()
    })
    const committed = { ...result, conflicts }
    if (!committed.applied || !isBroughtOnline) return committed
    if (site) {
      if (!isReleasing) void releaseAll(site)
      return committed
    }
    try {
      await send()
      await markOnline(content)
      return { ...(await enqueue(() => readAll().then(() => true))), conflicts }
    } catch (error) {
      return { ...committed, applied: false, failure: failureOf(error, 'not_online') }
    }
  }

  const send = async () => {
    if (publishCommand) await runProgram(publishCommand, [], { shell: true, cwd: dirname(content) })
  }

  /** Brings online what is committed, and then what was committed meanwhile. */
  async function releaseAll(site: Site): Promise<void> {
    isReleasing = true
    for (let commit: string | undefined; !isClosed && commit !== snapshot.commit; ) {
      commit = snapshot.commit
      const isOver = () => isClosed || commit !== snapshot.commit
      await bringOnline(site, send, (release) => merge({ release }), isOver)
      const { release } = snapshot
      // Somebody has pushed while it was built.
      if (release?.stage === 'failed' && release.failure.code === 'diverged') await fetchAndTake()
      await enqueue(async () => {
        if (release?.stage === 'online') await markOnline(content, commit)
        return readAll()
      })
    }
    isReleasing = false
  }

  let isClosed = false
  let isReleasing = false
  let publishing: Promise<EditResult> | undefined
  if (site) await clearLeftovers(content)
  await readAll()
  void checkAll()
  // Git writes to its log, or to its table of references, whatever becomes the last commit.
  const folder = snapshot.folder ?? content
  const watcher = watch([content, join(folder, 'logs'), join(folder, 'reftable')], {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: /\.unfinished$/,
  })
  // What a kill has stopped on its way, or a failure.
  if (site && snapshot.waiting > 0) void releaseAll(site)
  // An editor that nobody has open asks for nothing.
  const asking = setInterval(() => void (listeners.size > 0 && fetchAndTake()), askOthersMs)
  let timer: NodeJS.Timeout | undefined
  const paths = new Set<string>()
  watcher.on('all', (_event, path) => {
    clearTimeout(timer)
    paths.add(path)
    timer = setTimeout(() => {
      const files = [...paths].map((path) => relative(content, path).replaceAll(sep, '/'))
      paths.clear()
      void queue(() => (files.every(isOfSite) ? readFiles(files) : readAll())).then(checkAll)
    }, pauseMs)
  })
  watcher.on('error', (error) => console.error(String(error)))
  await new Promise<void>((ready) => watcher.once('ready', ready))

  return {
    edit: (edit: Edit) =>
      enqueue(() => {
        const applied = apply(edit)
        const file = fileOf(edit.name)
        if (file === articlesFile) merge({ sources: readSources(content) })
        else readFiles([file, redirectsFile])
        return applied
      }),
    /** Publishes once: who asks while it runs gets the result of that run. */
    publish(publication: Publication): Promise<EditResult> {
      publishing ??= publishNow(publication).finally(() => {
        publishing = undefined
      })
      return publishing
    },
    lastCommit: () => snapshot.commit ?? '',
    /** Calls a function with the whole state, read again, and from then on with each change. @returns a function that ends this */
    follow(listener: (change: StateChange) => void): () => void {
      let known = nothing
      const notify = () => {
        listener(changesSince(known))
        known = snapshot
      }
      notify()
      listeners.add(notify)
      void enqueue(readAll)
      return () => listeners.delete(notify)
    },
    async close(): Promise<void> {
      isClosed = true
      clearInterval(asking)
      await watcher.close()
      await queue(() => clearTimeout(timer))
    },
  }
}

/** What files say, if they can be read. */
const parseFiles = (files: string[], sources: Sources): StateChange['now'] =>
  Object.fromEntries(files.map((file) => [file, parseSource(file, sources.get(file)) ?? null]))

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
