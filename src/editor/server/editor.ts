import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { watch } from 'chokidar'
import pLimit from 'p-limit'
import type { Problem } from '../../content/problem.ts'
import { withFallback } from '../../content/read/text-shape.ts'
import { textsIn, valueAt } from '../../content/text-tree.ts'
import { eachLanguage } from '../../shared/languages.ts'
import type { Answer, Edit, EditorState, Publication } from '../api.ts'
import { articlesFile, articlesIn, fileOf, pathOf, registerFile, textFileOf, unwritable } from '../content-paths.ts'
import { followArticles, parseSource, readSources, type Sources, writeSource } from './content-files.ts'
import { inputs } from './inputs.ts'
import { replaceCell } from './register-edit.ts'
import { commit, failureOf, type Repository, readRepository, run } from './repository.ts'
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

/** What the files say, what is published, and what is wrong. */
type Known = Repository & { sources: Sources; problems: Problem[] }

/** The name of the value or the file that a problem is about. */
const subjectOf = ({ file, key }: Problem) => [file.replace(/^content\//, ''), key].filter(Boolean).join('#')

export type Editor = Awaited<ReturnType<typeof openEditor>>

/**
 * The files of content/ as somebody edits them, what differs from the last commit, and how it is published.
 *
 * Where a typed letter goes: `ValueField` (ui/field.tsx) gives it to `keepTyped` (ui/store.ts), which keeps it in the browser
 * and posts an edit to `/api/edit`; `apply` below replaces the value in the file, unless the file has another one than the page
 * knew; the answer is the whole state, from which the page draws the fields again, and for which it fetches the preview again
 * (preview-site.ts). A moment later the check runs in its own thread, and `/api/changes` tells every page to ask for the new
 * state: what is wrong is in it. What others change is noticed by `watcher`, and goes the same way from there.
 */
export async function openEditor({ content, check, publishCommand }: EditorOptions) {
  const queue = pLimit(1)
  const listeners = new Set<(revision: number) => void>()
  let known: Known = { sources: new Map(), head: new Map(), problems: [] }
  /** Later ones are greater, over a restart too. */
  let revision = Date.now()

  /** Takes over what is so now. @returns whether that is something else than before */
  function take(found: Partial<Known>): boolean {
    const now = { ...known, ...found }
    if (isDeepStrictEqual(now, known)) return false
    known = now
    revision++
    for (const listener of listeners) listener(revision)
    return true
  }

  const takeAll = async () => take({ ...(await readRepository(content, known)), sources: readSources(content) })

  async function checkAll(): Promise<void> {
    const { sources } = known
    // Nothing that stands in the files ends the editor.
    const problems = await check().catch((error) => [failureOf(error, 'unexpected')])
    // What has changed meanwhile is checked after this.
    if (isDeepStrictEqual(sources, known.sources)) take({ problems })
  }

  function takeState(): EditorState {
    take({ sources: readSources(content) })
    const { sources, problems, head, fault } = known
    const files = [...new Set([...sources.keys(), ...head.keys(), registerFile])].sort()
    const changed = files.filter((file) => head.size > 0 && sources.get(file) !== head.get(file))
    const parse = (files: string[], from: Sources) =>
      Object.fromEntries(files.map((file) => [file, parseSource(file, from.get(file)) ?? null]))
    const now = parse(files, sources)
    const editorTexts = eachLanguage((language) => ({ editor: now[textFileOf(language, 'editor')]?.tree ?? {} }))
    return {
      revision,
      words: eachLanguage((language) => withFallback(editorTexts, language, []).editor as EditorState['words']['en']),
      now,
      published: parse(changed, head),
      inputs,
      problems: [...problems, ...(fault ? [fault] : [])].map((each) => ({ ...each, name: subjectOf(each) })),
      hasCommand: publishCommand !== undefined,
    }
  }

  /** @returns whether it is done */
  function apply({ name, was, value, isReal }: Edit): boolean {
    const file = fileOf(name)
    const { sources, head } = known
    // No other name from outside becomes the path of a file.
    if (!sources.has(file) && !head.has(file) && file !== registerFile) return false
    if ([...textsIn(value ?? '')].some(([, text]) => unwritable.test(text))) return false
    const [source, published] = [readSources(content, file).get(file), head.get(file)]
    const tree = parseSource(file, source)?.tree
    const path = pathOf(name)
    // A group that one language lacks is written with its first text.
    const isGone = path.length > 0 && valueAt(tree, file.startsWith('texts/') ? [] : path.slice(0, -1)) === undefined
    const theirs = valueAt(tree, path) ?? null
    if (isGone || ![was, value].some((each) => isDeepStrictEqual(each || null, theirs || null))) return false
    const replace = file === registerFile ? replaceCell : replaceAt
    const written = replace(source ?? '', path, value, published, isReal)
    const articles = articlesIn(parseSource(file, written)?.tree)
    if (file === articlesFile) followArticles(content, articlesIn(tree), articles, sources, head)
    writeSource(content, file, written)
    return true
  }

  /** Does one thing after the other. @returns whether it is done, and what everything says then; or why it could not be done */
  const inTurn = (act: () => boolean | Promise<boolean>): Promise<Answer> =>
    queue(async () => {
      try {
        return { isDone: await act(), state: takeState() }
      } catch (error) {
        return { isDone: false, state: takeState(), failure: failureOf(error) }
      }
    })

  await takeAll()
  void checkAll()
  // Git writes to its log whatever becomes the last commit.
  const log = join(known.folder ?? content, 'logs')
  const watcher = watch([content, log], { ignoreInitial: true, followSymlinks: false, ignored: /\.unfinished$/ })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', () => {
    clearTimeout(timer)
    // A picture is nothing to take over, and is checked as well.
    timer = setTimeout(() => void queue(takeAll).then(checkAll), pauseMs)
  })
  watcher.on('error', (error) => console.error(String(error)))
  await new Promise<void>((ready) => watcher.once('ready', ready))

  return {
    /** What everything says, which is read again first: somebody opens the page, or was told that something has changed. */
    state: async (): Promise<EditorState> => (await inTurn(takeAll)).state,
    edit: (edit: Edit) => inTurn(() => apply(edit)),
    /** Commits content/ as it was checked, then runs the command: meanwhile, it can be edited. */
    async publish({ author, summary }: Publication): Promise<Answer> {
      const committed = await inTurn(async () => {
        // What others change during the check is checked too.
        do await checkAll()
        while (await takeAll())
        const { sources, head, fault, problems } = known
        if (problems.length > 0 || fault) return false
        if (!isDeepStrictEqual(sources, head)) await commit(content, author, summary)
        await takeAll()
        return true
      })
      if (!committed.isDone || publishCommand === undefined) return committed
      try {
        await run(publishCommand, [], { shell: true, cwd: dirname(content) })
        return committed
      } catch (error) {
        return { ...committed, isDone: false, failure: { ...failureOf(error), code: 'not_online' } }
      }
    },
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
