import type { Outcome } from '../../../src/server/messages/message-store.ts'
import type { Event, History } from './history.ts'

/** What happened to one message that the store kept. */
export type RowStory = {
  row: string
  form: number
  keptAt: number
  keptClock: number
  gone: { at: number; clock: number; by: 'operator' | 'purge' } | undefined
  claims: ClaimStory[]
  attempts: AttemptStory[]
  /** When the operator asked for another attempt. */
  retriedAt: number[]
  /** Whether the operator asked while an attempt seemed to be under way, so that the retry may have changed nothing. */
  isRetryUnsure: boolean
}

/** What happened to one claim: the right of a process to try a message. */
export type ClaimStory = {
  token: string
  row: string
  process: ProcessStory
  at: number
  /** When the store granted it or renewed it. */
  renewedAt: number[]
  /** When its holder asked the store in vain to renew or to settle it. */
  failedAt: number[]
  settled: { at: number; outcome: Outcome['kind'] } | undefined
}

/** What happened to one connection to the mail server. */
export type AttemptStory = {
  number: number
  row: string
  process: ProcessStory
  claim: ClaimStory
  at: number
  messageId: string
  isMarked: boolean
  /** When the first byte of the mail went out, and when the mail server had all of it. */
  dataAt: number | undefined
  endAt: number | undefined
  takenAt: number | undefined
  over: { at: number; by: 'reply' | 'mail server' | 'client'; outcome: Outcome['kind'] } | undefined
}

export type ProcessStory = {
  name: string
  server: number
  startedAt: number
  killedAt: number | undefined
  toldToStopAt: number | undefined
  exit: { at: number; result: 'finished' | 'gave up' } | undefined
  freezes: Span[]
  claims: ClaimStory[]
}

export type Span = { from: number; until: number }

export type Stories = {
  history: History
  rows: Map<string, RowStory>
  attempts: Map<number, AttemptStory>
  processes: Map<string, ProcessStory>
  leaps: { at: number; byMs: number }[]
  calmAt: number
}

/** Sorts a history's events by what they are about. */
export function storiesOf(history: History): Stories {
  const stories: Stories = {
    history,
    rows: new Map(),
    attempts: new Map(),
    processes: new Map(),
    leaps: [],
    calmAt: history.endedAt,
  }
  const claims = new Map<string, ClaimStory>()
  for (const event of history.events) add(stories, claims, event)
  return stories
}

function add(stories: Stories, claims: Map<string, ClaimStory>, event: Event): void {
  const { rows, attempts, processes, leaps } = stories
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
      const claim: ClaimStory = { token, row, process, at, renewedAt: [at], failedAt: [], settled: undefined }
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
        const story = rows.get(row)
        if (!story) continue
        story.retriedAt.push(at)
        const last = story.claims.at(-1)
        if (last && !last.settled) story.isRetryUnsure = true
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
      const { attempt: number, messageId, isMarked } = event
      const story: AttemptStory = {
        ...{ number, row: event.row, process, claim, at, messageId, isMarked },
        ...{ dataAt: undefined, endAt: undefined, takenAt: undefined, over: undefined },
      }
      attempts.set(number, story)
      row.attempts.push(story)
      break
    }
    case 'mail begins':
      if (attempt) attempt.dataAt = at
      break
    case 'mail ends':
      if (attempt) attempt.endAt = at
      break
    case 'takes':
      if (attempt) attempt.takenAt = at
      break
    case 'is over':
      if (attempt) attempt.over = { at, by: event.by, outcome: event.outcome }
      break
    case 'starts':
      processes.set(event.process, {
        ...{ name: event.process, server: event.server, startedAt: at, killedAt: undefined, toldToStopAt: undefined },
        ...{ exit: undefined, freezes: [], claims: [] },
      })
      break
    case 'is killed':
      found(processes, event.process).killedAt = at
      break
    case 'freezes':
      found(processes, event.process).freezes.push({ from: at, until: at + event.ms })
      break
    case 'is told to stop':
      found(processes, event.process).toldToStopAt = at
      break
    case 'exits':
      found(processes, event.process).exit = { at, result: event.result }
      break
    case 'clock leaps':
      leaps.push({ at, byMs: event.byMs })
      break
    case 'faults are over':
      stories.calmAt = at
      break
  }
}

function found<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The history speaks of ${String(key)} before it is there.`)
  return value
}

/** When a process ended; Infinity if it never did. */
export const endOf = ({ killedAt, exit }: ProcessStory): number => Math.min(killedAt ?? Infinity, exit?.at ?? Infinity)

export const isWithin = (at: number, after: number, upTo: number): boolean => at > after && at <= upTo

export const leapsWithin = ({ leaps }: Stories, after: number, upTo: number): number =>
  leaps.filter(({ at }) => isWithin(at, after, upTo)).length
