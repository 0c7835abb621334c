import { useSyncExternalStore } from 'react'
import { initialLanguage, type Language } from '../../shared/languages.ts'
import type { Edit, EditAnswer, EditorPatch, EditorState, Field, Outcome, PublishAnswer } from '../api.ts'
import { fileOf, identityOf, itemIn } from '../content-paths.ts'
import { type View, viewAt } from './views.ts'

/** What was typed and is not yet known to be in the file; `was` is the value that it replaces. */
export type Typed = { value: string; was: string; item?: string | undefined; theirs?: string; isInvalid?: boolean }

type Snapshot = {
  state: EditorState | undefined
  typed: Record<string, Typed>
  /** Grows when a file changes: the preview is drawn again. */
  drawn: number
  isOnline: boolean
  failure: string | undefined
  view: View
  /** The value that somebody is at, and where the cursor is in it. */
  current: { name: string; caret?: number | undefined } | undefined
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
  drawn: 0,
  isOnline: true,
  failure: undefined,
  view: viewAt(location.hash),
  current: undefined,
  language: (chosen.find((each) => each === 'es' || each === 'en' || each === 'fr') as Language) ?? initialLanguage,
  previewLanguage: undefined,
}
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let turn: Promise<unknown> = Promise.resolve()

export const snapshot = () => now

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

/** The parts are there once the server has answered. */
export const useState = () => useEditor(({ state }) => state) as EditorState
export const useWords = () =>
  useEditor(({ state, language }) => state?.texts[language]) as EditorState['texts'][Language]
export const useLanguage = () => useEditor(({ language }) => language)

export function show(change: Partial<Snapshot>): void {
  now = { ...now, ...change }
  for (const listener of listeners) listener()
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(languageItem, language)
  show({ language })
}

/** The control to which the cursor goes once it is drawn. */
export const wanted: { id: string | undefined } = { id: undefined }
export const viewTitleId = 'view-title'

export function go(view: View, name?: string): void {
  wanted.id = name ?? viewTitleId
  history.pushState(null, '', `#${view.kind}${view.key ? `/${view.key}` : ''}`)
  show({ view, ...(name && { current: { name } }) })
}

export const fieldIn = (state: EditorState | undefined, name: string): Field | undefined => {
  const file = fileOf(name)
  return state?.files[file]?.fields.find(
    ({ path }) => path.length === name.length - file.length - 1 && name.endsWith(path),
  )
}

/** Follows the server from now on. */
export function start(): void {
  const events = new EventSource('/api/events')
  // The server is there, for the first time or again: another one may know of other values.
  events.onopen = () => void refresh().then(flush)
  events.onmessage = ({ data }) => merge(JSON.parse(data) as EditorPatch)
  events.onerror = () => show({ isOnline: false })
  addEventListener('popstate', () => show({ view: viewAt(location.hash) }))
  // A page that goes away still gets its last words out; if not, the mirror has them.
  addEventListener('pagehide', () => {
    const values = due()
    if (values) void ask('/api/edit', { op: 'set', values }, true).catch(() => undefined)
  })
}

export function type(name: string, value: string): void {
  const { state, typed } = now
  const before = typed[name] ?? { was: fieldIn(state, name)?.value ?? '', item: identityIn(state, name) }
  setTyped({ ...typed, [name]: { ...before, value, isInvalid: false } })
  flushIn(pauseMs)
}

/** Sends what was typed. @returns whether all of it is in the files now */
export async function flush(): Promise<boolean> {
  clearTimeout(timer)
  const values = due()
  if (values)
    try {
      await send({ op: 'set', values })
    } catch {
      show({ isOnline: false })
      flushIn(retryMs)
    }
  return Object.keys(now.typed).length === 0
}

/** @returns what became of it; nothing if the server cannot do it */
export const send = (edit: Edit): Promise<Record<string, Outcome> | undefined> =>
  inTurn(async () => {
    const answer = await ask<EditAnswer>('/api/edit', edit)
    if (!answer.ok) {
      show({ failure: answer.reason })
      return undefined
    }
    merge(answer.value.patch)
    if (edit.op === 'set') settleAll(edit.values, answer.value.outcomes)
    const isDone = Object.values(answer.value.outcomes).every(({ kind }) => kind === 'done')
    const conflict = edit.op !== 'set' && !isDone ? now.state?.texts[now.language].conflict.moved : undefined
    show({ failure: conflict, isOnline: true })
    return answer.value.outcomes
  })

/** Of two versions, keeps the one that was typed here or takes the one in the file. */
export function settle(name: string, keepMine: boolean): void {
  const { [name]: mine, ...others } = now.typed
  const { theirs = '', value = '' } = mine ?? {}
  const again = { value, was: theirs, item: identityIn(now.state, name) }
  setTyped(keepMine ? { ...others, [name]: again } : others)
  void flush()
}

export async function publish(author: string, summary: string): Promise<PublishAnswer> {
  if (!(await flush())) return { kind: 'blocked' }
  return inTurn(async () => {
    const answer = await ask<PublishAnswer>('/api/publish', { author, summary })
    return answer.ok ? answer.value : { kind: 'failed', reason: answer.reason }
  })
}

function settleAll(sent: Record<string, Typed>, outcomes: Record<string, Outcome>): void {
  const typed = { ...now.typed }
  for (const [name, outcome] of Object.entries(outcomes)) {
    const [own, before] = [typed[name], sent[name]]
    if (!own || !before) continue
    if (outcome.kind === 'conflict') typed[name] = { ...own, theirs: outcome.theirs }
    else if (outcome.kind === 'invalid') typed[name] = { ...own, isInvalid: true }
    else if (own.value === before.value) delete typed[name]
    else typed[name] = { value: own.value, was: before.value, item: own.item }
  }
  // What was just saved is part of the items in which somebody is still typing.
  for (const [name, own] of Object.entries(typed))
    if (own.item !== undefined && outcomes[name]?.kind !== 'conflict')
      typed[name] = { ...own, item: identityIn(now.state, name) }
  setTyped(typed)
}

function identityIn(state: EditorState | undefined, name: string): string | undefined {
  const file = fileOf(name)
  const path = name.slice(file.length + 1)
  const item = itemIn(path)
  return item && identityOf(state?.files[file]?.fields ?? [], item, path)
}

async function refresh(): Promise<void> {
  try {
    const answer = await ask<EditorState>('/api/state')
    if (!answer.ok) return
    const drawn = now.drawn + 1
    show({ state: answer.value, isOnline: true, drawn })
  } catch {
    show({ isOnline: false })
  }
}

function merge(patch: EditorPatch): void {
  const { state } = now
  // The answer to an edit and the event that tells of it arrive in any order.
  if (!state || patch.revision <= state.revision) return
  const files = Object.entries({ ...state.files, ...patch.files }).filter(([, file]) => file !== null)
  const isDrawn = Object.keys(patch.files).length > 0
  show({
    state: { ...state, ...patch, files: Object.fromEntries(files) as EditorState['files'] },
    drawn: now.drawn + Number(isDrawn),
  })
}

/** What is to be sent: not what is in conflict or invalid. */
function due(): Record<string, { value: string; was: string; item?: string }> | undefined {
  const entries = Object.entries(now.typed).filter(([, { theirs, isInvalid }]) => theirs === undefined && !isInvalid)
  if (entries.length === 0) return undefined
  return Object.fromEntries(
    entries.map(([name, { value, was, item }]) => [name, { value, was, ...(item !== undefined && { item }) }]),
  )
}

function flushIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), ms)
}

/** One request after the other. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = turn.then(work)
  turn = result.catch(() => undefined)
  return result
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; reason: string }

/** @param keepalive whether it outlives the page */
async function ask<Value>(path: string, body?: object, keepalive = false): Promise<Answer<Value>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, body && { method: 'POST', keepalive, headers, body: JSON.stringify(body) })
  const value = await response.json()
  return response.ok ? { ok: true, value } : { ok: false, reason: String(value.reason) }
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
