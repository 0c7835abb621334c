import type { Violation } from '../history.ts'
import { isWithin, leapsWithin, type MessageTrace, type Traces } from '../traces.ts'
import { dayMs, drift, hourMs, minuteMs } from './numbers.ts'

/** Within this time the same words from a plain form are the same submission. */
const repeatWindowMs = 10 * minuteMs

/** An acknowledged message is kept, exactly once, until it is erased on purpose or for its age. */
export function* checkKept(traces: Traces): Generator<Violation> {
  yield* checkAcknowledged(traces)
  yield* checkKeptOnce(traces)
  for (const event of traces.history.events) {
    if (event.kind !== 'looks') continue
    const seen = new Set(event.rows.map(({ row }) => row))
    for (const trace of traces.rows.values())
      if (isThere(trace, event.at) && !seen.has(trace.row))
        yield { rule: 'kept', what: `${trace.row} is not there, and nobody erased it`, at: event.at }
    for (const row of seen)
      if (!isThere(traces.rows.get(row), event.at))
        yield { rule: 'kept', what: `${row} is there, though it was erased or never kept`, at: event.at }
  }
  for (const trace of traces.rows.values()) yield* checkAge(trace, traces)
}

function* checkAcknowledged({ history, rows }: Traces): Generator<Violation> {
  for (const event of history.events) {
    if (event.kind === 'gets answer' && (event.answer === 'kept' || event.answer === 'repeat'))
      if (!event.row || (rows.get(event.row)?.keptAt ?? Infinity) > event.at)
        yield { rule: 'kept', what: `form ${event.form} was acknowledged before it was kept`, at: event.at }
    if (event.kind === 'keeps' && event.outcome === 'repeat' && !isThere(rows.get(event.row), event.at))
      yield { rule: 'kept', what: `form ${event.form} was taken for a repeat of what is not there`, at: event.at }
  }
}

function* checkKeptOnce(traces: Traces): Generator<Violation> {
  const { history, rows } = traces
  for (const event of history.events) {
    if (event.kind !== 'keeps') continue
    const { at, form } = event
    const isPlain = history.scenario.forms[form]?.kind === 'plain'
    if (event.outcome === 'kept') {
      const earlier = [...rows.values()].find(
        (other) =>
          other.row !== event.row &&
          other.form === form &&
          isThere(other, at) &&
          (!isPlain ||
            (at - other.keptAt < repeatWindowMs * (1 - drift) && leapsWithin(traces, other.keptAt, at) === 0)),
      )
      if (earlier) yield { rule: 'kept once', what: `${event.row} is a second copy of ${earlier.row}`, at }
    } else if (isPlain) {
      const { keptAt } = rows.get(event.row) ?? { keptAt: at }
      if (at - keptAt > repeatWindowMs * (1 + drift) && leapsWithin(traces, keptAt, at) === 0)
        yield { rule: 'kept once', what: `form ${form} is no repeat of ${event.row}: it came too long after`, at }
    }
  }
}

/**
 * The automatic purge erases only what is too old, and does erase it. After a leap forward of more than a day it erases
 * nothing by the new clock until servers have run for a day, because that clock may be wrong.
 */
function* checkAge({ row, keptAt, keptClock, gone }: MessageTrace, traces: Traces): Generator<Violation> {
  const { leaps, history } = traces
  const retentionMs = history.scenario.retentionDays * dayMs
  if (gone?.by === 'purge') {
    const since = leaps.filter(({ at, byMs }) => isWithin(at, keptAt, gone.at) && byMs > 0)
    const small = since.filter(({ byMs }) => byMs <= dayMs).reduce((sum, { byMs }) => sum + byMs, 0)
    const isOld = gone.at - keptAt >= retentionMs * (1 - drift) - small
    const large = since.findLast(({ byMs }) => byMs > dayMs)
    const isOldByClock =
      large !== undefined &&
      gone.clock - keptClock >= retentionMs &&
      runningMs(traces, large.at, gone.at) >= leastRunMs(leapsWithin(traces, large.at, gone.at))
    if (!isOld && !isOldByClock)
      yield { rule: 'purge', what: `${row} was purged before its time, because of a wrong clock`, at: gone.at }
  }
  const lastMs = retentionMs * (1 + drift) + dayMs + 3 * hourMs
  if (!gone && leaps.length === 0 && history.endedAt - keptAt > lastMs)
    yield { rule: 'purge', what: `${row} is older than it may get`, at: history.endedAt }
}

/** The store counts that day from purge to purge, an hour each at most: one during which the clock leaps may count too much. */
const leastRunMs = (leaps: number) => dayMs * (1 - drift) - minuteMs - leaps * 61 * minuteMs

/** For how long at least one server ran in that time. A pause between two counts up to an hour, as the store cannot see it. */
function runningMs({ processes, history }: Traces, from: number, until: number): number {
  const spans = [...processes.values()]
    .map(({ startedAt, killedAt, exit }) => ({
      from: Math.max(from, startedAt),
      until: Math.min(until, killedAt ?? exit?.at ?? history.endedAt),
    }))
    .filter((span) => span.until > span.from)
    .sort((a, b) => a.from - b.from)
  let sum = 0
  let reached = from
  for (const span of spans) {
    const pauseMs = sum > 0 ? Math.min(hourMs, Math.max(0, span.from - reached)) : 0
    sum += pauseMs + Math.max(0, span.until - Math.max(span.from, reached))
    reached = Math.max(reached, span.until)
  }
  return sum
}

export const isThere = (trace: MessageTrace | undefined, at: number): boolean =>
  trace !== undefined && trace.keptAt <= at && !(trace.gone && trace.gone.at <= at)
