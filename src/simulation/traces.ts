import type { Outcome } from '../server/messages/message-store.ts'
import type { Event, History } from './history.ts'

/** What happened to one message that the store kept. */
export type MessageTrace = {
  row: string
  form: number
  keptAt: number
  keptClock: number
  gone: { at: number; clock: number; by: 'operator' | 'purge' } | undefined
  claims: ClaimTrace[]
  attempts: AttemptTrace[]
  /** When the operator asked for another attempt. */
  retriedAt: number[]
  /** Whether the operator asked while an attempt seemed to be under way, so that the retry may have changed nothing. */
  isRetryUnsure: boolean
}

/** What happened to one claim: the right of a process to try a message. */
export type ClaimTrace = {
  token: string
  row: string
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
  row: string
  process: ProcessTrace
  claim: ClaimTrace
  at: number
  messageId: string
  mayBeRepeat: boolean
  /** When the first byte of the mail went out, and when the mail server had all of it. */
  dataAt: number | undefined
  endAt: number | undefined
  takenAt: number | undefined
  over: { at: number; by: 'reply' | 'mail server' | 'client'; outcome: Outcome['kind'] } | undefined
}

export type ProcessTrace = {
  name: string
  server: number
  startedAt: number
  killedAt: number | undefined
  stopRequestedAt: number | undefined
  exit: { at: number; result: 'finished' | 'gave up' } | undefined
  freezes: Span[]
  claims: ClaimTrace[]
}

export type Span = { from: number; until: number }

export type Traces = {
  history: History
  rows: Map<string, MessageTrace>
  attempts: Map<number, AttemptTrace>
  processes: Map<string, ProcessTrace>
  leaps: { at: number; byMs: number }[]
  faultsEndAt: number
}

/** Sorts a history's events by what they are about. */
export function tracesOf(history: History): Traces {
  const traces: Traces = {
    history,
    rows: new Map(),
    attempts: new Map(),
    processes: new Map(),
    leaps: [],
    faultsEndAt: history.endedAt,
  }
  const claims = new Map<string, ClaimTrace>()
  for (const event of history.events) add(traces, claims, event)
  return traces
}

function add(traces: Traces, claims: Map<string, ClaimTrace>, event: Event): void {
  const { rows, attempts, processes, leaps } = traces
  const { at, clock } = event
  const attempt = 'attempt' in event ? attempts.get(event.attempt) : undefined
  switch (event.kind) {
    case 'keeps':
      if (event.outcome === 'kept')
        rows.set(event.row, {
          row: event.row,
          form: event.form,
          keptAt: at,
          keptClock: clock,
          gone: undefined,
          claims: [],
          attempts: [],
          retriedAt: [],
          isRetryUnsure: false,
        })
      break
    case 'claims': {
      const process = found(processes, event.process)
      const { token, row } = event
      const claim: ClaimTrace = { token, row, process, at, renewedAt: [at], failedAt: [], settled: undefined }
      claims.set(token, claim)
      found(rows, row).claims.push(claim)
      process.claims.push(claim)
      break
    }
    case 'renews':
      for (const token of event.tokens) claims.get(token)?.renewedAt.push(at)
      break
    case 'fails':
      for (const token of event.tokens) claims.get(token)?.failedAt.push(at)
      break
    case 'settles':
      if (event.result === 'settled') found(claims, event.token).settled ??= { at, outcome: event.outcome }
      break
    case 'makes due':
      for (const row of event.rows) {
        const trace = rows.get(row)
        if (!trace) continue
        trace.retriedAt.push(at)
        const last = trace.claims.at(-1)
        if (last && !last.settled) trace.isRetryUnsure = true
      }
      break
    case 'erases':
      for (const row of event.rows) found(rows, row).gone ??= { at, clock, by: 'operator' }
      break
    case 'purges':
      for (const row of event.rows) found(rows, row).gone ??= { at, clock, by: 'purge' }
      break
    case 'begins': {
      const process = found(processes, event.process)
      const row = found(rows, event.row)
      const claim = row.claims.findLast((one) => one.process === process)
      if (!claim) throw new Error(`Mail ${event.attempt} was begun without a claim.`)
      const { attempt: number, messageId, mayBeRepeat } = event
      const trace: AttemptTrace = {
        ...{ number, row: event.row, process, claim, at, messageId, mayBeRepeat },
        ...{ dataAt: undefined, endAt: undefined, takenAt: undefined, over: undefined },
      }
      attempts.set(number, trace)
      row.attempts.push(trace)
      break
    }
    case 'data begins':
      if (attempt) attempt.dataAt = at
      break
    case 'data ends':
      if (attempt) attempt.endAt = at
      break
    case 'takes':
      if (attempt) attempt.takenAt = at
      break
    case 'ends':
      if (attempt) attempt.over = { at, by: event.by, outcome: event.outcome }
      break
    case 'starts':
      processes.set(event.process, {
        ...{
          name: event.process,
          server: event.server,
          startedAt: at,
          killedAt: undefined,
          stopRequestedAt: undefined,
        },
        ...{ exit: undefined, freezes: [], claims: [] },
      })
      break
    case 'is killed':
      found(processes, event.process).killedAt = at
      break
    case 'freezes':
      found(processes, event.process).freezes.push({ from: at, until: at + event.ms })
      break
    case 'begins to stop':
      found(processes, event.process).stopRequestedAt = at
      break
    case 'exits':
      found(processes, event.process).exit = { at, result: event.result }
      break
    case 'clock leaps':
      leaps.push({ at, byMs: event.byMs })
      break
    case 'faults are over':
      traces.faultsEndAt = at
      break
  }
}

function found<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The history speaks of ${String(key)} before it is there.`)
  return value
}

/** When a process ended; Infinity if it never did. */
export const endOf = ({ killedAt, exit }: ProcessTrace): number => Math.min(killedAt ?? Infinity, exit?.at ?? Infinity)

export const isWithin = (at: number, after: number, upTo: number): boolean => at > after && at <= upTo

export const leapsWithin = ({ leaps }: Traces, after: number, upTo: number): number =>
  leaps.filter(({ at }) => isWithin(at, after, upTo)).length
