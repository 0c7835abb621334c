import { useSyncExternalStore } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import { oneByOne } from '../../shared/one-by-one.ts'
import type { Edit, EditAnswer, EditorState, PublishAnswer } from '../api.ts'
import { fileOf, itemOf, parsePath, pathOf, unwritable, valueAt } from '../content-paths.ts'

/** What was typed and is not yet known to be in the file. An edit is settled only by the answer to it. */
type Typed = {
  value: string
  was: string | null
  item?: TextTree | undefined
  /** The file says something else than `was`. */
  isConflict?: boolean
}

/** A change that is no typing. */
export type Replacement = Omit<Edit, 'was' | 'value'> & {
  /** What comes in place of what is in the file then. */
  become: (was: TextTree | null) => TextTree | null
}

type Snapshot = {
  /** Empty until the server has answered: nothing is drawn before. */
  state: EditorState
  typed: Record<string, Typed>
  isOnline: boolean
  failure: string | undefined
  /** What the editor shows: the address after its #, and how often somebody went somewhere. */
  address: string
  moves: number
  /** The value that somebody is at, and the line of the cursor in a running text. */
  current: { name: string; line?: number | undefined }
  language: Language
  previewLanguage: Language | undefined
}

/** Typed words are kept under this and their name at each keystroke: whatever ends the page or the server, they are there again. */
const mirror = 'editor.typed '
const languageItem = 'editor.language'
const pauseMs = 60
const retryMs = 1500

const chosen = [localStorage.getItem(languageItem), ...navigator.languages.map((each) => each.slice(0, 2))]

let now: Snapshot = {
  state: { revision: 0, files: {} } as EditorState,
  typed: readMirror(),
  isOnline: false,
  failure: undefined,
  address: location.hash.slice(1),
  moves: 0,
  current: { name: '' },
  language: (chosen.find((each) => allLanguages.includes(each as Language)) as Language) ?? initialLanguage,
  previewLanguage: undefined,
}
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
const inTurn = oneByOne()

/** What a part of the page needs of all this: it is drawn again only if that changes. */
export function useEditor<Part>(select: (snapshot: Snapshot) => Part): Part {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => select(now),
  )
}

export function show(change: Partial<Snapshot>): void {
  now = { ...now, ...change }
  for (const listener of listeners) listener()
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(languageItem, language)
  show({ language })
}

/** Shows a view, or the control of a value. */
export function go(address: string): void {
  if (location.hash === `#${address}`) show({ moves: now.moves + 1 })
  else location.hash = address
}

/** Follows the server from now on. @param onFirstState called once there is something to show */
export function start(onFirstState: () => void): void {
  const events = new EventSource('/api/events')
  events.onmessage = ({ data }) => {
    const { isOnline, state } = now
    take(JSON.parse(data) as EditorState)
    if (state.revision === 0) onFirstState()
    // What was typed while there was no server.
    if (!isOnline) void flush()
  }
  events.onerror = () => show({ isOnline: false })
  addEventListener('hashchange', () => show({ address: location.hash.slice(1), moves: now.moves + 1 }))
}

/** @param was what the control showed before of what is in the file */
export function type(name: string, text: string, was: string | null): void {
  const before: Omit<Typed, 'value'> = now.typed[name] ?? { was, item: itemAround(name) }
  const kept = text.split(unwritable).join(' ').replace(/\n+$/, '')
  // A text of several lines ends with a line break in the file.
  const value = kept + (before.was?.endsWith('\n') ? '\n' : '')
  setTyped(name, { ...before, value })
  flushIn(pauseMs)
}

/** Sends what was typed. @returns whether all of it is in the files now */
const flush = (): Promise<boolean> =>
  inTurn(async () => {
    clearTimeout(timer)
    const edits = due()
    const done = edits.length > 0 ? await send(edits) : []
    if (done) settle(edits, done)
    else flushIn(retryMs)
    return Object.keys(now.typed).length === 0
  })

/** Makes changes that are no typing, after what was typed before. @returns whether all of them are made */
export async function edit(replacements: Replacement[]): Promise<boolean> {
  await flush()
  return inTurn(async () => {
    const edits = replacements.map(({ become, ...others }): Edit => {
      const was = textAt(others.name)
      return { ...others, was, value: become(was) }
    })
    const done = await send(edits)
    if (done?.includes(false)) show({ failure: 'moved' })
    return done !== undefined && !done.includes(false)
  })
}

/** Of two versions, keeps the one that was typed here, or takes the one in the file. */
export function choose(name: string, isMine: boolean): void {
  const mine = now.typed[name]
  const was = textAt(name) as string | null
  setTyped(name, isMine && mine ? { value: mine.value, was, item: itemAround(name) } : undefined)
  void flush()
}

export async function publish(author: string, summary: string): Promise<PublishAnswer> {
  if (!(await flush())) return { kind: 'blocked' }
  return inTurn(() => ask<PublishAnswer>('/api/publish', { author, summary }))
}

/** @returns which of the edits are done; nothing if the server could not be asked */
async function send(edits: Edit[]): Promise<boolean[] | undefined> {
  try {
    const { state, done } = await ask<EditAnswer>('/api/edit', edits)
    show({ failure: undefined })
    take(state)
    return done
  } catch {
    show({ isOnline: false })
    return undefined
  }
}

/** The answer to an edit and the event that reports it arrive in any order. */
function take(state: EditorState): void {
  if (state.revision > now.state.revision) show({ state, isOnline: true })
}

function settle(edits: Edit[], done: boolean[]): void {
  for (const [index, { name, value }] of edits.entries()) {
    const own = now.typed[name]
    if (!own) continue
    if (!done[index]) setTyped(name, { ...own, isConflict: true })
    else setTyped(name, own.value === value ? undefined : { ...own, was: value as string })
  }
  // What was just saved is part of the items in which somebody is still typing.
  for (const [name, own] of Object.entries(now.typed))
    if (!own.isConflict) setTyped(name, { ...own, item: itemAround(name) })
}

const textAt = (name: string): TextTree | null =>
  valueAt(now.state.files[fileOf(name)]?.now?.tree, parsePath(pathOf(name))) ?? null

function itemAround(name: string): TextTree | undefined {
  const at = itemOf(parsePath(pathOf(name)))
  return at && valueAt(now.state.files[fileOf(name)]?.now?.tree, [...at.list, at.index])
}

/** What is to be sent: not what is in conflict. */
const due = (): Edit[] =>
  Object.entries(now.typed)
    .filter(([, { isConflict }]) => !isConflict)
    .map(([name, { value, was, item }]) => ({ name, value, was, ...(item !== undefined && { item }) }))

function flushIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), ms)
}

async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (response.ok) return answer
  show({ failure: String(answer.reason) })
  throw new Error(answer.reason)
}

function readMirror(): Snapshot['typed'] {
  const typed: Snapshot['typed'] = {}
  for (const [key, json] of Object.entries(localStorage).filter(([key]) => key.startsWith(mirror)))
    try {
      const { value, was, item } = JSON.parse(json) as Typed
      typed[key.slice(mirror.length)] = { value, was, item }
    } catch {
      // An entry that cannot be read must not keep the editor from opening.
    }
  return typed
}

/** Each value has an entry of its own in the mirror, so that two pages of the editor do not take each other's away. */
function setTyped(name: string, own: Typed | undefined): void {
  const { [name]: _, ...others } = now.typed
  if (own) localStorage.setItem(mirror + name, JSON.stringify(own))
  else localStorage.removeItem(mirror + name)
  show({ typed: own ? { ...others, [name]: own } : others })
}
