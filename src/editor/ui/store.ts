import pLimit from 'p-limit'
import { create } from 'zustand'
import type { Problem } from '../../content/problem.ts'
import { type TextTree, valueAt } from '../../content/text-tree.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import type { Answer, Edit, EditorState, Publication } from '../api.ts'
import { fileOf, pathOf } from '../content-paths.ts'

export type Snapshot = {
  /** Empty until the server has answered: nothing is drawn before. */
  state: EditorState
  /** Edits that are not yet known to be in the files, by name: only the answers to them say so. */
  unsaved: Record<string, Omit<Edit, 'name'>>
  /** Where the file says something else than `was`: not sent again until one of the two versions is chosen. */
  conflicts: EditorState['problems']
  /** Why the last edit or publication failed, or that the server is away. */
  failure: Problem | undefined
  /** What the editor shows, by the address after its #: a new object for each navigation. */
  location: { address: string }
  /** The value whose control is focused, and the line of the cursor in a running text. */
  current: { name: string; line: number }
  language: Language
}

const locationNow = () => ({ address: window.location.hash.slice(1) })

/** What was typed is kept in the browser at each keystroke: whatever ends the page or the server, it is there again. */
const readKept = (): Partial<Snapshot> => JSON.parse(localStorage.getItem('typed') ?? '{}')

export const useEditor = create<Snapshot>()(() => ({
  state: { revision: 0 } as EditorState,
  unsaved: {},
  conflicts: [],
  failure: undefined,
  location: locationNow(),
  current: { name: '', line: 0 },
  language: allLanguages.find((language) => navigator.language.startsWith(language)) ?? initialLanguage,
  ...readKept(),
}))
useEditor.subscribe(({ unsaved, conflicts, language }, before) => {
  const isSame = unsaved === before.unsaved && conflicts === before.conflicts && language === before.language
  const kept = JSON.stringify({ unsaved, conflicts, language })
  // Not at other changes, and not what was just read: another page of the editor may have kept something newer.
  if (!isSame && kept !== localStorage.getItem('typed')) localStorage.setItem('typed', kept)
})
const { getState: get, setState: set } = useEditor
const inTurn = pLimit(1)
const offline: Problem = { file: '', key: '', code: 'offline' }

/** In milliseconds: what could not be sent, or not be written because another program had the file open, is sent again. */
export const retryMs = 3000

/** Shows a view, or the control of a value, and puts the focus there: a button that had it may be gone. */
export function go(address: string): void {
  window.location.hash = address
  set({ location: locationNow() })
}

/** Follows the server from now on. Whoever waits for it waits until there is something to show. */
export async function start(): Promise<void> {
  // Two pages of the editor share what they have not sent.
  addEventListener('storage', () => set(readKept()))
  addEventListener('hashchange', () => set({ location: locationNow() }))
  await ask('/api/state')
  const changes = new EventSource('/api/changes')
  changes.onopen = () => set({ failure: undefined })
  // After the answer to an edit that is under way, which has the state.
  changes.onmessage = ({ data }) => inTurn(async () => Number(data) > get().state.revision && (await ask('/api/state')))
  // The browser connects again by itself; the first message then is the revision.
  changes.onerror = () => set({ failure: offline })
  setInterval(flush, retryMs)
}

/** Where it goes from here: see `openEditor`. @param was what the control showed before of what the file contains */
export function keepTyped(name: string, value: string, was: string | null): void {
  setUnsaved(name, { was, ...get().unsaved[name], value })
  void flush()
}

/**
 * Makes a change that is no typing, after what was typed before.
 * @param become returns what comes in place of what is in the file
 * @returns whether all of it is made
 */
export async function edit(names: string[], become: Become, isReal = false): Promise<boolean> {
  await flush()
  for (const name of names) {
    const own = get().unsaved[name] ?? { was: textAt(name), value: textAt(name) }
    setUnsaved(name, { ...own, value: become(own.value), isReal })
  }
  await flush()
  return names.every((name) => !get().unsaved[name])
}
type Become = (was: TextTree | null) => TextTree | null

/** Sends what is not saved, value by value. @returns whether all of it is in the files now */
const flush = (): Promise<boolean> =>
  inTurn(async () => {
    for (const name of Object.keys(get().unsaved)) {
      const sent = get().unsaved[name]
      if (!sent || get().conflicts.some((conflict) => conflict.name === name)) continue
      const { value, was, isReal } = sent
      const answer = await ask('/api/edit', { name, value, was, isReal })
      const own = get().unsaved[name]
      if (!answer || !own) continue
      if (answer.isDone) setUnsaved(name, own.value === value ? undefined : { ...own, was: value })
      // If not, another tab has sent it before.
      else if (own.was === was) set({ conflicts: [...get().conflicts, { name, code: 'conflict', file: '', key: '' }] })
    }
    return Object.keys(get().unsaved).length === 0
  })

/** Of two versions, keeps the one that was made here, or takes the one in the file. */
export function choose(name: string, isMine: boolean): void {
  const { unsaved, conflicts } = get()
  const { [name]: mine, ...others } = unsaved
  const chosen = isMine && mine ? { [name]: { ...mine, was: textAt(name) } } : {}
  set({ unsaved: { ...others, ...chosen }, conflicts: conflicts.filter((conflict) => conflict.name !== name) })
  go(name)
  void flush()
}

/** Publishes, if everything that was typed is in the files. What is typed meanwhile is saved meanwhile. */
export async function publish(author: string, summary: string): Promise<void> {
  if (await flush()) await ask('/api/publish', { author, summary })
}

/**
 * Sends a request, and takes over the state that is in the answer. Answers arrive in any order.
 * @returns nothing if the server could not be asked, or refused
 */
async function ask(path: string, body?: Edit | Publication): Promise<Partial<Answer> | undefined> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer: Partial<Answer> = await fetch(path, body && post)
    .then((response) => response.json())
    .catch(() => ({ failure: offline }))
  const { state, failure } = answer
  if (state && state.revision > get().state.revision) set({ state })
  if (body) set({ failure })
  return failure ? undefined : answer
}

const textAt = (name: string): TextTree | null => valueAt(get().state.now[fileOf(name)]?.tree, pathOf(name)) ?? null

function setUnsaved(name: string, own: Snapshot['unsaved'][string] | undefined): void {
  const { [name]: _, ...others } = get().unsaved
  set({ unsaved: own ? { ...others, [name]: own } : others })
}
