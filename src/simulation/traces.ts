import type { Outcome } from '../server/messages/message-store.ts'
import type { Event, History } from './history.ts'

/** What happened to one message that the store kept. */
export type MessageTrace = {
  id: string
  form: number
  keptAt: number
  keptClock: number
  /** When it was erased, by the purge of a server or by the operator. */
  gone: { at: number; clock: number; isPurged: boolean } | undefined
  claims: ClaimTrace[]
  attempts: AttemptTrace[]
  /** When the operator asked for another attempt. */
  retriedAt: number[]
}

/** What happened to one claim: the right of a process to try a message. */
export type ClaimTrace = {
  message: MessageTrace
  process: ProcessTrace
  at: number
  /** When the store granted it or renewed it. */
  renewedAt: number[]
  /** When its holder asked the store in vain to renew or to settle it. */
  failedAt: number[]
  settled: { at: number; outcome: Outcome['kind'] } | undefined
}

/** What happened to one connection to the mail server. */
export type AttemptTrace = {
  number: number
  message: MessageTrace
  process: ProcessTrace
  claim: ClaimTrace
  at: number
  messageId: string
  mayBeRepeat: boolean
  /** When the first byte of the mail went out, when the mail server had all of it, and when it took it. */
  dataAt?: number
  endAt?: number
  takenAt?: number
  over?: { at: number; by: 'reply' | 'mail server' | 'client'; outcome: Outcome['kind'] }
}

export type ProcessTrace = {
  name: string
  killedAt?: number
  stopRequestedAt?: number
  exitedAt?: number
  freezes: Span[]
}

export type Span = { from: number; until: number }

/** The beginning of the first gap between the parts of a span that is longer than so much. */
export function firstGap({ from, until }: Span, parts: Span[], ms: number): number | undefined {
  let reached = from
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (Math.min(part.from, until) - reached > ms) return reached
    reached = Math.max(reached, part.until)
  }
  return until - reached > ms ? reached : undefined
}

export type Traces = {
  history: History
  messages: Map<string, MessageTrace>
  attempts: Map<number, AttemptTrace>
  processes: Map<string, ProcessTrace>
  leaps: { at: number; byMs: number }[]
  faultsEndAt: number
}

/** Sorts a history's events by what they are about. */
export function traceHistory(history: History): Traces {
  const traces: Traces = {
    history,
    messages: new Map(),
    attempts: new Map(),
    processes: new Map(),
    leaps: [],
    faultsEndAt: history.endedAt,
  }
  const claims = new Map<string, ClaimTrace>()
  for (const event of history.events) add(traces, claims, event)
  return traces
}

const mailTimes = { 'data begins': 'dataAt', 'data ends': 'endAt', takes: 'takenAt' } as const
const processTimes = { 'is killed': 'killedAt', 'begins to stop': 'stopRequestedAt', exits: 'exitedAt' } as const

function add(traces: Traces, claims: Map<string, ClaimTrace>, event: Event): void {
  const { messages, attempts, processes } = traces
  const { at, clock } = event
  switch (event.kind) {
    case 'keeps':
      if (event.outcome === 'kept')
        messages.set(event.message, {
          ...{ id: event.message, form: event.form, keptAt: at, keptClock: clock, gone: undefined },
          ...{ claims: [], attempts: [], retriedAt: [] },
        })
      break
    case 'claims': {
      const process = found(processes, event.process)
      const message = found(messages, event.message)
      const claim: ClaimTrace = { message, process, at, renewedAt: [at], failedAt: [], settled: undefined }
      claims.set(event.token, claim)
      message.claims.push(claim)
      break
    }
    case 'renews':
    case 'fails':
      for (const token of event.tokens) claims.get(token)?.[event.kind === 'renews' ? 'renewedAt' : 'failedAt'].push(at)
      break
    case 'settles':
      if (event.result === 'settled') found(claims, event.token).settled ??= { at, outcome: event.outcome }
      break
    case 'makes due':
      for (const id of event.messages) messages.get(id)?.retriedAt.push(at)
      break
    case 'erases':
      for (const id of event.messages)
        found(messages, id).gone ??= { at, clock, isPurged: processes.has(event.process) }
      break
    case 'begins': {
      const process = found(processes, event.process)
      const message = found(messages, event.message)
      const claim = message.claims.findLast((one) => one.process === process)
      if (!claim) throw new Error(`Mail ${event.attempt} was begun without a claim.`)
      const { attempt: number, messageId, mayBeRepeat } = event
      const attempt = { number, message, process, claim, at, messageId, mayBeRepeat }
      attempts.set(number, attempt)
      message.attempts.push(attempt)
      break
    }
    case 'data begins':
    case 'data ends':
    case 'takes':
      found(attempts, event.attempt)[mailTimes[event.kind]] = at
      break
    case 'ends':
      found(attempts, event.attempt).over = { at, by: event.by, outcome: event.outcome }
      break
    case 'starts':
      processes.set(event.process, { name: event.process, freezes: [] })
      break
    case 'is killed':
    case 'begins to stop':
    case 'exits':
      found(processes, event.process)[processTimes[event.kind]] = at
      break
    case 'freezes':
      found(processes, event.process).freezes.push({ from: at, until: at + event.ms })
      break
    case 'clock leaps':
      traces.leaps.push({ at, byMs: event.byMs })
      break
    case 'faults are over':
      traces.faultsEndAt = at
      break
  }
}

function found<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The history mentions ${String(key)} before it exists.`)
  return value
}

/** When a process ended; Infinity if it never did. */
export const endOf = ({ killedAt, exitedAt }: ProcessTrace): number =>
  Math.min(killedAt ?? Infinity, exitedAt ?? Infinity)

export const isWithin = (at: number, after: number, upTo: number): boolean => at > after && at <= upTo

export const leapsWithin = ({ leaps }: Traces, after: number, upTo: number): number =>
  leaps.filter(({ at }) => isWithin(at, after, upTo)).length

/** Whether the store held the message then. */
export const isThere = (message: MessageTrace | undefined, at: number): boolean =>
  message !== undefined && message.keptAt <= at && !(message.gone && message.gone.at <= at)
