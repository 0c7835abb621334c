import pLimit from 'p-limit'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Problem } from '../../content/problem.ts'
import { type TextTree, valueAt } from '../../content/text-tree.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import type { Answer, Edit, EditorState, Publication } from '../api.ts'
import { fileOf, pathOf } from '../content-paths.ts'

/** An edit that is not yet known to be in the file: only the answer to it says so. */
type Unsaved = Omit<Edit, 'name'>

export type Snapshot = {
  /** Empty until the server has answered: nothing is drawn before. */
  state: EditorState
  unsaved: Record<string, Unsaved>
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
export const useEditor = create<Snapshot>()(
  persist(
    (): Snapshot => ({
      state: { revision: 0 } as EditorState,
      unsaved: {},
      conflicts: [],
      failure: undefined,
      location: locationNow(),
      current: { name: '', line: 0 },
      language: allLanguages.find((language) => navigator.language.startsWith(language)) ?? initialLanguage,
    }),
    { name: 'editor', partialize: ({ unsaved, conflicts, language }) => ({ unsaved, conflicts, language }) },
  ),
)
const { getState: now, setState: show } = useEditor
const inTurn = pLimit(1)
const offline: Problem = { file: '', key: '', code: 'offline' }

/** In milliseconds: what could not be sent, or not be written because another program had the file open, is sent again. */
const retryMs = 3000

/** Shows a view, or the control of a value. */
export function go(address: string): void {
  window.location.hash = address
  show({ location: locationNow() })
}

/** Follows the server from now on. Whoever waits for it waits until there is something to show. */
export async function start(): Promise<void> {
  // Two pages of the editor share what they have not sent.
  addEventListener('storage', () => void useEditor.persist.rehydrate())
  addEventListener('hashchange', () => show({ location: locationNow() }))
  await ask('/api/state')
  const changes = new EventSource('/api/changes')
  changes.onopen = () => show({ failure: undefined })
  // After the answer to an edit that is under way, which has the state.
  changes.onmessage = ({ data }) => inTurn(async () => Number(data) > now().state.revision && (await ask('/api/state')))
  // The browser connects again by itself; the first message then is the revision.
  changes.onerror = () => show({ failure: offline })
  setInterval(flush, retryMs)
}

/** @param was what the control showed before of what the file contains */
export function type(name: string, value: string, was: string | null): void {
  setUnsaved(name, { was, ...now().unsaved[name], value })
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
    const own = now().unsaved[name] ?? { was: textAt(name), value: textAt(name) }
    setUnsaved(name, { ...own, value: become(own.value), isReal })
  }
  await flush()
  return names.every((name) => !now().unsaved[name])
}
type Become = (was: TextTree | null) => TextTree | null

/** Sends what is not saved, value by value. @returns whether all of it is in the files now */
const flush = (): Promise<boolean> =>
  inTurn(async () => {
    for (const name of Object.keys(now().unsaved)) {
      const sent = now().unsaved[name]
      if (!sent || now().conflicts.some((conflict) => conflict.name === name)) continue
      const { value, was, isReal } = sent
      const answer = await ask('/api/edit', { name, value, was, isReal })
      const own = now().unsaved[name]
      if (!answer || !own) continue
      if (answer.isDone) setUnsaved(name, own.value === value ? undefined : { ...own, was: value })
      // If not, another tab has sent it before.
      else if (own.was === was) show({ conflicts: [...now().conflicts, { name, code: 'conflict', file: '', key: '' }] })
    }
    return Object.keys(now().unsaved).length === 0
  })

/** Of two versions, keeps the one that was made here, or takes the one in the file. */
export function choose(name: string, isMine: boolean): void {
  const { unsaved, conflicts } = now()
  const mine = unsaved[name]
  setUnsaved(name, isMine && mine ? { ...mine, was: textAt(name) } : undefined)
  show({ conflicts: conflicts.filter((conflict) => conflict.name !== name) })
  // The button is gone.
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
  if (state && state.revision > now().state.revision) show({ state })
  if (body) show({ failure })
  return failure ? undefined : answer
}

const textAt = (name: string): TextTree | null => valueAt(now().state.now[fileOf(name)]?.tree, pathOf(name)) ?? null

function setUnsaved(name: string, own: Unsaved | undefined): void {
  const { [name]: _, ...others } = now().unsaved
  show({ unsaved: own ? { ...others, [name]: own } : others })
}
