import { useSyncExternalStore } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import type { Edit, EditAnswer, EditorState, PublishAnswer } from '../api.ts'
import { fileOf, itemOf, type KeyPath, parsePath, pathOf, unwritable, valueAt } from '../content-paths.ts'
import { createTurns } from '../turns.ts'

/** What was typed and is not yet known to be in the file. An edit is settled only by the answer to it. */
export type Typed = {
  value: string
  was: string | null
  item?: TextTree | undefined
  /** The file says something else than `was`. */
  isConflict?: boolean
}

type Snapshot = {
  state: EditorState | undefined
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
  state: undefined,
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
const inTurn = createTurns()

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

export const textAt = (state: EditorState | undefined, name: string): TextTree | undefined =>
  valueAt(state?.files[fileOf(name)]?.now?.tree, parsePath(pathOf(name)))

/** Follows the server from now on. */
export function start(): void {
  const events = new EventSource('/api/events')
  events.onmessage = ({ data }) => {
    const isBack = !now.isOnline
    take(JSON.parse(data) as EditorState)
    // What was typed while there was no server.
    if (isBack) void flush()
  }
  events.onerror = () => show({ isOnline: false })
  addEventListener('hashchange', () => {
    const address = location.hash.slice(1)
    show({ address, moves: now.moves + 1, ...(address.includes('#') && { current: { name: address } }) })
  })
  // A page that goes away still gets its last words out; if not, the mirror has them.
  addEventListener('pagehide', () => {
    if (due().length > 0) void ask('/api/edit', due(), true).catch(() => undefined)
  })
}

/** @param was what the control showed before of what is in the file */
export function type(name: string, text: string, was: string | null): void {
  const { state, typed } = now
  const before: Omit<Typed, 'value'> = typed[name] ?? { was, item: itemAround(state, name) }
  const kept = text.split(unwritable).join(' ').replace(/\n+$/, '')
  // A text of several lines ends with a line break in the file.
  const value = kept + (before.was?.endsWith('\n') ? '\n' : '')
  setTyped({ ...typed, [name]: { ...before, value } })
  flushIn(pauseMs)
}

/** Sends what was typed. @returns whether all of it is in the files now */
export const flush = (): Promise<boolean> =>
  inTurn(async () => {
    clearTimeout(timer)
    const edits = due()
    try {
      if (edits.length > 0) settle(edits, (await send(edits)).done)
    } catch {
      show({ isOnline: false })
      flushIn(retryMs)
    }
    return Object.keys(now.typed).length === 0
  })

/** Makes changes that are no typing, after what was typed before. @returns whether all of them are made */
export async function edit(edits: Edit[]): Promise<boolean> {
  await flush()
  try {
    const { done } = await inTurn(() => send(edits))
    if (done.includes(false)) show({ failure: 'moved' })
    return !done.includes(false)
  } catch {
    show({ isOnline: false })
    return false
  }
}

/** What somebody sees at a name: what is in the file, with what was just typed. */
export const seenAt = (name: string): TextTree | undefined =>
  Object.entries(now.typed)
    .filter(([each]) => each.startsWith(name) && /^[.[]/.test(each.slice(name.length)))
    .reduce<TextTree | undefined>(
      (tree, [each, { value }]) => replaced(tree, parsePath(each.slice(name.length)), value),
      textAt(now.state, name),
    )

/** Of two versions, keeps the one that was typed here, or takes the one in the file. */
export function choose(name: string, isMine: boolean): void {
  const { [name]: mine, ...others } = now.typed
  const was = (textAt(now.state, name) ?? null) as string | null
  setTyped(
    isMine && mine ? { ...others, [name]: { value: mine.value, was, item: itemAround(now.state, name) } } : others,
  )
  void flush()
}

export async function publish(author: string, summary: string): Promise<PublishAnswer> {
  if (!(await flush())) return { kind: 'blocked' }
  return inTurn(() => ask<PublishAnswer>('/api/publish', { author, summary }))
}

async function send(edits: Edit[]): Promise<EditAnswer> {
  const answer = await ask<EditAnswer>('/api/edit', edits)
  show({ failure: undefined })
  take(answer.state)
  return answer
}

/** The answer to an edit and the event that reports it arrive in any order. */
function take(state: EditorState): void {
  if (state.revision > (now.state?.revision ?? 0)) show({ state, isOnline: true })
}

function settle(edits: Edit[], done: boolean[]): void {
  const typed = { ...now.typed }
  for (const [index, { name, value }] of edits.entries()) {
    const own = typed[name]
    if (!own) continue
    if (!done[index]) typed[name] = { ...own, isConflict: true }
    else if (own.value === value) delete typed[name]
    else typed[name] = { ...own, was: value as string }
  }
  // What was just saved is part of the items in which somebody is still typing.
  for (const [name, own] of Object.entries(typed))
    if (!own.isConflict) typed[name] = { ...own, item: itemAround(now.state, name) }
  setTyped(typed)
}

function itemAround(state: EditorState | undefined, name: string): TextTree | undefined {
  const at = itemOf(parsePath(pathOf(name)))
  return at && valueAt(state?.files[fileOf(name)]?.now?.tree, [...at.list, at.index])
}

function replaced(tree: TextTree | undefined, [step, ...rest]: KeyPath, value: string): TextTree {
  if (step === undefined || typeof tree !== 'object') return value
  const part = replaced((tree as Record<string, TextTree>)[step] ?? '', rest, value)
  return Array.isArray(tree) ? tree.with(Number(step), part) : { ...tree, [step]: part }
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

/** @param keepalive whether it outlives the page */
async function ask<Answer>(path: string, body: object, keepalive = false): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', keepalive, headers, body: JSON.stringify(body) })
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

/** Each value has an entry of its own, so that two pages of the editor do not take each other's away. */
function setTyped(typed: Snapshot['typed']): void {
  for (const [name, before] of Object.entries(now.typed))
    if (!(name in typed) && localStorage.getItem(mirror + name) === JSON.stringify(before))
      localStorage.removeItem(mirror + name)
  for (const [name, own] of Object.entries(typed))
    if (own !== now.typed[name]) localStorage.setItem(mirror + name, JSON.stringify(own))
  show({ typed })
}
