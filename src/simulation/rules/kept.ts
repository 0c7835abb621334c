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

/** How far the clock may be set within a day before the purge no longer trusts it, with what its own drift adds. */
const unnoticedMs = 10 * minuteMs + dayMs * drift

/**
 * The automatic purge erases only what is too old by the clock, and only if a server has run for a day in which the clock
 * was not set: it may be wrong. And it does erase it.
 */
function* checkAge(
  { row, keptAt, keptClock, gone }: MessageTrace,
  { leaps, history, processes, faultsEndAt }: Traces,
): Generator<Violation> {
  const retentionMs = history.scenario.retentionDays * dayMs
  if (gone?.by === 'purge') {
    const dayBefore = gone.at - dayMs * (1 - drift)
    const hasRun = [...processes.values()].some(
      ({ startedAt, killedAt, exit }) =>
        startedAt <= dayBefore && Math.min(killedAt ?? Infinity, exit?.at ?? Infinity) >= gone.at,
    )
    const setByMs = leaps.filter(({ at }) => isWithin(at, dayBefore, gone.at)).reduce((sum, { byMs }) => sum + byMs, 0)
    if (gone.clock - keptClock < retentionMs || !hasRun || Math.abs(setByMs) > unnoticedMs)
      yield { rule: 'purge', what: `${row} was purged before its time, or by a clock that may be wrong`, at: gone.at }
  }
  const dueAt = Math.max(keptAt + retentionMs * (1 + drift), faultsEndAt)
  if (!gone && leaps.length === 0 && history.endedAt - dueAt > dayMs + 3 * hourMs)
    yield { rule: 'purge', what: `${row} is older than it may get`, at: history.endedAt }
}

export const isThere = (trace: MessageTrace | undefined, at: number): boolean =>
  trace !== undefined && trace.keptAt <= at && !(trace.gone && trace.gone.at <= at)
