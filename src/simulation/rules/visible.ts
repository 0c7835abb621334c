import type { Violation } from '../history.ts'
import type { MessageTrace, Traces } from '../traces.ts'
import { minuteMs } from './numbers.ts'

/** Until the mail server has a message, the operator sees it among the open ones. */
export function* checkVisible(traces: Traces): Generator<Violation> {
  for (const event of traces.history.events) {
    if (event.kind !== 'looks') continue
    const { at, rows, backlog } = event
    for (const { row, state, attempts } of rows) {
      const trace = traces.rows.get(row)
      if (!trace) continue
      const isTrapped = isStillTrapped(trace, traces, at)
      const isTaken = trace.attempts.some(({ takenAt }) => takenAt !== undefined && takenAt <= at)
      if (isTrapped !== (state === 'trapped'))
        yield { rule: 'visible', what: `${row} is ${state}, and was ${isTrapped ? '' : 'not '}trapped`, at }
      if (state === 'delivered' && !isTaken)
        yield { rule: 'visible', what: `${row} counts as delivered, and the mail server never took it`, at }
      if (isLastRefused(trace, at) && state !== 'refused')
        yield { rule: 'visible', what: `${row} was refused and is shown as ${state}`, at }
      if (attempts < trace.attempts.filter((attempt) => attempt.at <= at).length)
        yield { rule: 'visible', what: `${row} was tried more often than is recorded`, at }
    }
    for (const state of ['waiting', 'unknown', 'refused'] as const) {
      const count = rows.filter((row) => row.state === state).length
      if (backlog[state] !== count)
        yield { rule: 'visible', what: `${count} are ${state}, and the backlog counts ${backlog[state]}`, at }
    }
    yield* checkOldest(traces, event)
  }
}

function* checkOldest({ rows, leaps }: Traces, look: Extract<Traces['history']['events'][number], { kind: 'looks' }>) {
  const { at, backlog } = look
  const open = look.rows.filter(({ state }) => state === 'waiting' || state === 'unknown')
  const oldestMs = Math.max(...open.map(({ row }) => at - (rows.get(row)?.keptAt ?? at)))
  const isWrong =
    open.length === 0
      ? backlog.oldestMs !== undefined
      : backlog.oldestMs === undefined ||
        backlog.oldestMs < 0 ||
        (leaps.length === 0 && Math.abs(backlog.oldestMs - oldestMs) > minuteMs + oldestMs / 100)
  if (isWrong) yield { rule: 'visible', what: `the oldest waits for ${oldestMs} ms, it says ${backlog.oldestMs}`, at }
}

/** A message that fell into the trap for robots is not mailed until the operator retries it. */
export const isStillTrapped = ({ form, retriedAt }: MessageTrace, { history }: Traces, at: number): boolean =>
  (history.scenario.forms[form]?.isTrapped ?? false) && !retriedAt.some((time) => time <= at)

function isLastRefused({ claims, retriedAt }: MessageTrace, at: number): boolean {
  const last = claims.findLast((claim) => claim.at <= at)
  if (!last?.settled || last.settled.at > at || last.settled.outcome !== 'refused') return false
  return !retriedAt.some((time) => time > last.at && time <= at)
}
