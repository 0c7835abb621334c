import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Edit, EditorState, PublishAnswer } from '../api.ts'

/** What was typed and is not yet known to be kept by the editor's program; `base` is what stood there before. */
export type Typed = { value: string; base: string }
type Status = 'saved' | 'saving' | 'offline'

/** Typed words are mirrored here at each keystroke: whatever ends the page or the program, they are there again. */
const mirror = 'editor.typed'
const pauseMs = 300
const retryMs = 2000

export type EditorHandle = ReturnType<typeof useEditor>

/** The state of the drafts, and what changes it. Typed words show at once, and are sent when the typing pauses. */
export function useEditor() {
  const [state, setState] = useState<EditorState>()
  const [typed, setTyped] = useState<Record<string, Typed>>(readMirror)
  const [status, setStatus] = useState<Status>('saved')
  const [failure, setFailure] = useState<string>()
  const typedNow = useRef(typed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const stateNow = useRef(state)

  const keep = useCallback((next: Record<string, Typed>) => {
    typedNow.current = next
    localStorage.setItem(mirror, JSON.stringify(next))
    setTyped(next)
  }, [])

  const take = useCallback((next: EditorState) => {
    stateNow.current = next
    setState(next)
    setStatus('saved')
  }, [])

  /** One request after the other, in the order in which they were asked for. */
  const inTurn = useCallback(<Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.current.then(work)
    turn.current = result.catch(() => undefined)
    return result
  }, [])

  const send = useCallback(
    (edit: Edit) =>
      inTurn(async () => {
        setStatus('saving')
        const answer = await ask('/api/edit', edit)
        if (answer.ok) take(answer.value as EditorState)
        setFailure(answer.ok ? undefined : answer.reason)
        return answer.ok
      }),
    [inTurn, take],
  )

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    // What changed elsewhere meanwhile is shown beside what was typed, and is not overwritten.
    const due = Object.entries(typedNow.current).filter(([name, typed]) => !isContested(stateNow.current, name, typed))
    if (due.length === 0) return
    const values = Object.fromEntries(due.map(([name, { value }]) => [name, value]))
    try {
      // What is refused stays typed, and in the mirror.
      if (!(await send({ op: 'set all', values }))) return
    } catch {
      setStatus('offline')
      timer.current = setTimeout(() => void flush(), retryMs)
      return
    }
    const left = Object.entries(typedNow.current).filter(([name, { value }]) => values[name] !== value)
    keep(Object.fromEntries(left.map(([name, typed]) => [name, { ...typed, base: values[name] ?? typed.base }])))
  }, [keep, send])

  const refresh = useCallback(
    () =>
      inTurn(async () => {
        try {
          const answer = await ask('/api/state')
          if (answer.ok) take(answer.value as EditorState)
        } catch {
          setStatus('offline')
        }
      }),
    [inTurn, take],
  )

  const type = useCallback(
    (name: string, value: string) => {
      const before = typedNow.current[name]
      keep({
        ...typedNow.current,
        [name]: { value, base: before?.base ?? fieldIn(stateNow.current, name)?.value ?? '' },
      })
      setStatus('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), pauseMs)
    },
    [flush, keep],
  )

  const settle = useCallback(
    (name: string, keepMine: boolean) => {
      const { [name]: mine, ...others } = typedNow.current
      keep(
        keepMine && mine
          ? { ...others, [name]: { ...mine, base: fieldIn(stateNow.current, name)?.value ?? '' } }
          : others,
      )
      void flush()
    },
    [flush, keep],
  )

  const publish = useCallback(
    async (author: string, summary: string): Promise<PublishAnswer> => {
      await flush()
      return inTurn(async () => {
        const answer = await ask('/api/publish', { author, summary })
        if (!answer.ok) throw new Error(answer.reason)
        const value = answer.value as PublishAnswer
        take(value.state)
        return value
      })
    },
    [flush, inTurn, take],
  )

  useEffect(() => {
    void refresh().then(flush)
    const events = new EventSource('/api/events')
    let timeout: ReturnType<typeof setTimeout>
    events.onmessage = () => {
      clearTimeout(timeout)
      timeout = setTimeout(() => void refresh(), pauseMs)
    }
    // The program has come back: it may have been ended in between.
    events.onopen = () => void flush()
    const onHide = () => sendLast(typedNow.current)
    addEventListener('pagehide', onHide)
    return () => {
      events.close()
      removeEventListener('pagehide', onHide)
    }
  }, [flush, refresh])

  return useMemo(
    () => ({ state, typed, status, failure, type, flush, send, settle, publish }),
    [state, typed, status, failure, type, flush, send, settle, publish],
  )
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

async function ask(path: string, body?: Edit | { author: string; summary: string }): Promise<Answer> {
  const response = await fetch(
    path,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const value = await response.json()
  return response.ok ? { ok: true, value } : { ok: false, reason: String(value.reason) }
}

/** A page that goes away still gets its last words out; if not, the mirror has them. */
function sendLast(typed: Record<string, Typed>): void {
  const values = Object.fromEntries(Object.entries(typed).map(([name, { value }]) => [name, value]))
  if (Object.keys(values).length === 0) return
  void fetch('/api/edit', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ op: 'set all', values } satisfies Edit),
  }).catch(() => undefined)
}

function readMirror(): Record<string, Typed> {
  try {
    return JSON.parse(localStorage.getItem(mirror) ?? '{}')
  } catch {
    return {}
  }
}
