import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Edit, EditorState, PublishAnswer } from '../api.ts'

/** What was typed and is not yet known to be kept by the editor's program; `base` is what stood there before. */
export type Typed = { value: string; base: string }

type Snapshot = {
  state: EditorState | undefined
  typed: Record<string, Typed>
  status: 'saved' | 'saving' | 'offline'
  failure: string | undefined
}

/**
 * Typed words are mirrored under this and their field's name at each keystroke: whatever ends the page or the program,
 * they are there again. Each field has an entry of its own, so that two pages of the editor do not take each other's away.
 */
const mirror = 'editor.typed '
const pauseMs = 300
const retryMs = 2000

/** The state of the drafts, and what changes it. Typed words show at once, and are sent when the typing pauses. */
export function useEditor() {
  const [client] = useState(() => new EditorClient())
  useEffect(() => client.start(), [client])
  return { ...useSyncExternalStore(client.subscribe, client.snapshot), ...client }
}

export type EditorHandle = ReturnType<typeof useEditor>

class EditorClient {
  #now: Snapshot = { state: undefined, typed: readMirror(), status: 'saved', failure: undefined }
  #callBack = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  snapshot = () => this.#now
  subscribe = (callBack: () => void) => {
    this.#callBack = callBack
    return () => {}
  }

  /** Asks for the drafts, and follows them. @returns what ends it */
  start = () => {
    void this.#refresh().then(this.flush)
    const events = new EventSource('/api/events')
    let timeout: ReturnType<typeof setTimeout>
    events.onmessage = () => {
      clearTimeout(timeout)
      timeout = setTimeout(() => void this.#refresh(), pauseMs)
    }
    // The program has come back: it may have been ended in between.
    events.onopen = () => void this.flush()
    // A page that goes away still gets its last words out; if not, the mirror has them.
    const onHide = () => {
      const values = this.#due()
      if (values) void ask('/api/edit', { op: 'set', values }, true).catch(() => undefined)
    }
    addEventListener('pagehide', onHide)
    return () => {
      events.close()
      removeEventListener('pagehide', onHide)
    }
  }

  type = (name: string, value: string) => {
    const base = this.#now.typed[name]?.base ?? fieldIn(this.#now.state, name)?.value ?? ''
    this.#show({ typed: { ...this.#now.typed, [name]: { value, base } }, status: 'saving' })
    this.#flushIn(pauseMs)
  }

  /** Sends what was typed. */
  flush = async () => {
    clearTimeout(this.#timer)
    const values = this.#due()
    if (!values) return
    try {
      // What is refused stays typed, and in the mirror.
      if (!(await this.send({ op: 'set', values }))) return
    } catch {
      this.#show({ status: 'offline' })
      this.#flushIn(retryMs)
      return
    }
    const left = Object.entries(this.#now.typed).filter(([name, { value }]) => values[name] !== value)
    const typed = left.map(([name, each]) => [name, { ...each, base: values[name] ?? each.base }])
    this.#show({ typed: Object.fromEntries(typed) })
  }

  send = (edit: Edit): Promise<boolean> =>
    this.#inTurn(async () => {
      this.#show({ status: 'saving' })
      const answer = await ask('/api/edit', edit)
      this.#show(answer.ok ? { state: answer.value as EditorState, status: 'saved' } : {})
      this.#show({ failure: answer.ok ? undefined : answer.reason })
      return answer.ok
    })

  /** Of two versions of which one is typed here, keeps one. */
  settle = (name: string, keepMine: boolean) => {
    const { [name]: mine, ...others } = this.#now.typed
    const base = fieldIn(this.#now.state, name)?.value ?? ''
    this.#show({ typed: keepMine && mine ? { ...others, [name]: { ...mine, base } } : others })
    void this.flush()
  }

  publish = async (author: string, summary: string): Promise<PublishAnswer> => {
    await this.flush()
    return this.#inTurn(async () => {
      const answer = await ask('/api/publish', { author, summary })
      if (!answer.ok) throw new Error(answer.reason)
      const value = answer.value as PublishAnswer
      this.#show({ state: value.state, status: 'saved' })
      return value
    })
  }

  #refresh = () =>
    this.#inTurn(async () => {
      try {
        const answer = await ask('/api/state')
        if (answer.ok) this.#show({ state: answer.value as EditorState, status: 'saved' })
      } catch {
        this.#show({ status: 'offline' })
      }
    })

  /** What is to be sent. What changed elsewhere meanwhile is shown beside what was typed, and is not overwritten. */
  #due(): Record<string, string> | undefined {
    const { state, typed } = this.#now
    const due = Object.entries(typed).filter(([name, each]) => !isContested(state, name, each))
    return due.length > 0 ? Object.fromEntries(due.map(([name, { value }]) => [name, value])) : undefined
  }

  #flushIn(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  /** One request after the other, in the order in which they were asked for. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  #show(change: Partial<Snapshot>) {
    if (change.typed) writeMirror(this.#now.typed, change.typed)
    this.#now = { ...this.#now, ...change }
    this.#callBack()
  }
}

export const fieldIn = (state: EditorState | undefined, name: string) =>
  state?.files[name.split('#')[0] ?? '']?.fields.find((field) => field.name === name)

const trimmed = (text: string) => text.replace(/\n+$/, '')

/** Whether somebody else changed what was typed over. */
export function isContested(state: EditorState | undefined, name: string, { value, base }: Typed): boolean {
  const now = trimmed(fieldIn(state, name)?.value ?? '')
  return state !== undefined && now !== trimmed(base) && now !== trimmed(value)
}

type Answer = { ok: true; value: unknown } | { ok: false; reason: string }

/** @param keepalive whether it outlives the page */
async function ask(
  path: string,
  body?: Edit | { author: string; summary: string },
  keepalive = false,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, body && { method: 'POST', keepalive, headers, body: JSON.stringify(body) })
  const value = await response.json()
  return response.ok ? { ok: true, value } : { ok: false, reason: String(value.reason) }
}

function readMirror(): Snapshot['typed'] {
  const typed: Snapshot['typed'] = {}
  for (const [key, json] of Object.entries(localStorage).filter(([key]) => key.startsWith(mirror)))
    try {
      const { value, base } = JSON.parse(json) as Typed
      typed[key.slice(mirror.length)] = { value, base }
    } catch {
      // An entry that cannot be read must not keep the editor from opening.
    }
  return typed
}

function writeMirror(before: Snapshot['typed'], now: Snapshot['typed']): void {
  for (const [name, typed] of Object.entries(before))
    if (!(name in now) && localStorage.getItem(mirror + name) === JSON.stringify(typed))
      localStorage.removeItem(mirror + name)
  for (const [name, typed] of Object.entries(now))
    if (typed !== before[name]) localStorage.setItem(mirror + name, JSON.stringify(typed))
}
