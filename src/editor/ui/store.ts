import pLimit from 'p-limit'
import type { z } from 'zod'
import { create } from 'zustand'
import { isBranch, mapTexts, type TextTree, valueAt } from '../../content/text-tree.ts'
import { hyphenated } from '../../shared/fold.ts'
import { allLanguages, initialLanguage, type Language, languages } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Edit, EditorState, EditResult, publishSchema } from '../api.ts'
import { fileOf, itemPathOf, nameOf, pathOf, within } from '../content-paths.ts'
import { withChange } from '../state-change.ts'

export type Snapshot = {
  /** Empty until the server has answered: nothing is drawn before. */
  state: EditorState
  /** Edits that are not yet known to be in the files, by name: only the answers to them say so. */
  unsaved: Record<string, Unsaved>
  /** Why the last edit or publication failed, or that the server is away. */
  failure: Problem | undefined
  /** What the editor shows, by the address after its #: a new object for each navigation. */
  location: { address: string }
  /** The value whose control is focused, and the line of the cursor in a running text. */
  current: { name: string; line: number }
  language: Language
}

type Unsaved = Omit<Edit, 'name'> & {
  /** A value that was sent and may be in the file: until an answer comes, it is sent again before another one. */
  inFlight?: TextTree | null | undefined
  /** The file says something else than `was`: not sent again until one of the two versions is chosen. */
  isConflict?: boolean
}

const nothing = { revision: 0, now: {}, published: {} } as unknown as EditorState

const locationNow = () => ({ address: window.location.hash.slice(1) })

/** Of each copy of the site its own. */
const storageKey = () => `typed:${get().state.copy}`

/** What was typed is stored in the browser at each keystroke: whatever ends the page or the server, it is there again. */
function readStored(): Partial<Snapshot> {
  try {
    const { unsaved, language } = JSON.parse(localStorage.getItem(storageKey()) ?? '{}')
    // Something else may have written there, and what the server refuses to read would wait for it for ever.
    const edits = Object.entries(unsaved ?? {}).filter(([, edit]) => isEdit(edit))
    return {
      unsaved: Object.fromEntries(edits) as Snapshot['unsaved'],
      language: Object.hasOwn(languages, language) ? language : get().language,
    }
  } catch {
    // Not allowed.
    return {}
  }
}

const isEdit = (edit: unknown) =>
  isBranch(edit) &&
  [edit.was, edit.value, edit.inFlight ?? null, edit.item ?? null].every((tree) => tree === null || isTree(tree))

const isTree = (tree: unknown): boolean =>
  typeof tree === 'object' && tree !== null ? Object.values(tree).every(isTree) : typeof tree === 'string'

export const useEditor = create<Snapshot>()(() => ({
  state: nothing,
  unsaved: {},
  failure: undefined,
  location: locationNow(),
  current: { name: '', line: 0 },
  language: allLanguages.find((language) => navigator.language.startsWith(language)) ?? initialLanguage,
}))
useEditor.subscribe(({ unsaved, language }, before) => {
  if (unsaved === before.unsaved && language === before.language) return
  const stored = JSON.stringify({ unsaved, language } satisfies Partial<Snapshot>)
  try {
    // Not what was just read: another page of the editor may have stored something newer.
    if (stored !== localStorage.getItem(storageKey())) localStorage.setItem(storageKey(), stored)
  } catch {
    // Not allowed: the bar says what is not saved.
  }
})
const { getState: get, setState: set } = useEditor
const enqueue = pLimit(1)
const offline: Problem = { file: '', key: '', code: 'offline' }

/** In milliseconds: what could not be sent, or not be written because another program had the file open, is sent again. */
export const retryMs = 3000

/** Shows a view, or the control of a value, and puts the focus there: a button that had it may be gone. */
export function go(address: string): void {
  window.location.hash = address
  set({ location: locationNow() })
}

/** Nothing may move between press and release: the click would miss. A control that opens a list never reports the release. */
const longestPressMs = 1000
let released = Promise.resolve()
addEventListener(
  'pointerdown',
  () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    released = promise
    setTimeout(resolve, longestPressMs)
    // The click follows at once.
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(resolve), { once: true })
  },
  true,
)

/** Shows something when no button of the mouse is down, and no finger. */
export const onceReleased = (show: () => void) => void released.then(show)

/** Whether the server has sent its state and is there: otherwise, nothing is sent to it, nor to one that edits another copy. */
let isFollowing = false

/** Follows the server from now on. Resolves when the first state has arrived. */
export async function start(): Promise<void> {
  addEventListener('hashchange', () => set({ location: locationNow() }))
  connect()
  await hasState(1)
  set(readStored())
  // Two pages of the editor share what they have not sent.
  addEventListener('storage', () => set(readStored()))
  setInterval(flush, retryMs)
}

function connect(): void {
  let known = nothing
  const changes = new EventSource('api/changes')
  // The browser connects again by itself; the first message then is the whole state.
  changes.onopen = () => {
    known = nothing
    set({ failure: undefined })
  }
  changes.onerror = () => {
    isFollowing = false
    set({ failure: offline })
    if (changes.readyState === EventSource.CLOSED) setTimeout(connectAgain, retryMs)
  }
  changes.onmessage = ({ data }) => {
    known = withChange(known, JSON.parse(data))
    const { copy } = get().state
    if (copy && copy !== known.copy) return window.location.reload()
    isFollowing = true
    onceReleased(() => set({ state: known }))
  }
}

/** After an answer that was no stream: a proxy's, whose server is away, or that somebody is to sign in first. */
async function connectAgain(): Promise<void> {
  const answer = await fetch('.').catch(() => undefined)
  if (answer?.redirected) window.location.assign(answer.url)
  else connect()
}

/** Waits until the page has a revision, which comes by another connection than the answer that names it. */
async function hasState(revision: number): Promise<void> {
  if (get().state.revision >= revision) return
  await new Promise<void>((resolve) => {
    const end = useEditor.subscribe(({ state }) => {
      if (state.revision < revision) return
      end()
      resolve()
    })
  })
}

/** Where it goes from here: see `openEditor`. @param was the value shown before this edit */
export function persistTyped(name: string, value: string, was: string | null): void {
  proposeAddress(name, value, was)
  setUnsaved(name, { was, item: itemOf(name), ...get().unsaved[name], value })
  void flush()
}

/** The address of a page that was never published follows its title, until somebody writes another. */
function proposeAddress(name: string, title: string, was: string | null): void {
  const file = fileOf(name)
  const { state, unsaved } = get()
  const address = `${file}#head.slug`
  const own = unsaved[address] ?? { was: textAt(address), value: textAt(address) }
  const isProposed = own.value === hyphenated(String(unsaved[name]?.value ?? was ?? ''))
  if (name === `${file}#title` && state.published[file] === null && isProposed)
    setUnsaved(address, { ...own, value: hyphenated(title) })
}

/**
 * Makes a change that is no typing, after what was typed before.
 * @param become returns what comes in place of what is in the file
 * @returns whether all of it is made
 */
export async function edit(names: string[], become: Become, isReal = false): Promise<boolean> {
  await flush()
  for (const name of names) {
    const own = get().unsaved[name] ?? { was: textAt(name), value: textAt(name), item: itemOf(name) }
    setUnsaved(name, { ...own, value: become(own.value), isReal })
  }
  await flush()
  return names.every((name) => !get().unsaved[name])
}
type Become = (was: TextTree | null) => TextTree | null

/** Sends what is not saved, value by value. @returns whether all of it is in the files now */
const flush = (): Promise<boolean> =>
  enqueue(async () => {
    for (const name of Object.keys(get().unsaved)) {
      const sent = get().unsaved[name]
      if (!sent || sent.isConflict || !isFollowing) continue
      const { inFlight = sent.value, ...edit } = sent
      setUnsaved(name, { ...sent, inFlight })
      const answer = await ask('api/edit', { ...edit, name, value: inFlight })
      const own = get().unsaved[name]
      if (!answer || !own) continue
      const isLast = own.value === inFlight
      if (answer.applied) {
        updateItems(name, inFlight)
        setUnsaved(name, isLast ? undefined : { ...own, was: inFlight, inFlight: undefined })
        if (!isLast) void flush()
      } else if (answer.failure) setUnsaved(name, { ...own, inFlight: undefined })
      // Unless another tab of the editor has sent it before.
      else if (own.was === sent.was) setUnsaved(name, { ...own, isConflict: true })
    }
    return Object.keys(get().unsaved).length === 0
  })

/** Other edits of the same item know it by what it says: also by what was typed here and is now in the file. */
function updateItems(name: string, value: TextTree | null): void {
  for (const [other, edit] of Object.entries(get().unsaved)) {
    const item = itemNameOf(other)
    if (edit.item === undefined || typeof value !== 'string' || !name.startsWith(item)) continue
    const updated = mapTexts(edit.item, (text, path) => (within(item, ...path) === name ? value : text))
    setUnsaved(other, { ...edit, item: updated })
  }
}

/** Of two versions, keeps the one that was made here, or takes the one in the file. */
export function choose(name: string, isMine: boolean): void {
  const { value = null, isReal } = get().unsaved[name] ?? {}
  setUnsaved(name, isMine ? { was: textAt(name), value, item: itemOf(name), isReal } : undefined)
  go(name)
  void flush()
}

/** Publishes, if everything that was typed is in the files. What is typed meanwhile is saved meanwhile. */
export async function publish(author: string, summary: string): Promise<void> {
  if (!(await flush())) return
  const { conflicts = [] } = (await ask('api/publish', { author, summary })) ?? {}
  for (const { name, value } of conflicts)
    setUnsaved(name, { was: textAt(name), value, item: itemOf(name), isConflict: true })
}

/** Sends a request. @returns the answer, when the page has the outcome; nothing if none came */
async function ask(path: string, body: Edit | z.input<typeof publishSchema>): Promise<Partial<EditResult> | undefined> {
  const headers = { 'content-type': 'application/json' }
  const answer: Partial<EditResult> | undefined = await fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
    .then((response) => response.json())
    .catch(() => undefined)
  const { failure, revision = 0 } = answer ?? { failure: offline }
  await hasState(revision)
  set({ failure })
  return answer
}

const itemNameOf = (name: string) => nameOf(fileOf(name), itemPathOf(pathOf(name)))

/** The item of a list that a value is in. */
const itemOf = (name: string): TextTree | undefined =>
  itemPathOf(pathOf(name)).length > 0 ? (textAt(itemNameOf(name)) ?? undefined) : undefined

const textAt = (name: string): TextTree | null => valueAt(get().state.now[fileOf(name)]?.tree, pathOf(name)) ?? null

function setUnsaved(name: string, own: Snapshot['unsaved'][string] | undefined): void {
  const { [name]: _, ...others } = get().unsaved
  // In the order in which they were typed first.
  set({ unsaved: own ? { ...get().unsaved, [name]: own } : others })
}
