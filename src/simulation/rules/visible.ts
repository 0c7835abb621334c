import type { Violation } from '../history.ts'
import type { MessageTrace, Traces } from '../traces.ts'

/** Until the mail server has a message, the operator sees it among the open ones. */
export function* checkVisible(traces: Traces): Generator<Violation> {
  for (const event of traces.history.events) {
    if (event.kind !== 'looks') continue
    const { at, messages, backlog } = event
    for (const { id, state, attempts } of messages) {
      const message = traces.messages.get(id)
      if (!message) continue
      const isTrapped = isStillTrapped(message, traces, at)
      const isTaken = message.attempts.some(({ takenAt }) => takenAt !== undefined && takenAt <= at)
      if (isTrapped !== (state === 'trapped'))
        yield { rule: 'visible', what: `${id} is ${state}, and was ${isTrapped ? '' : 'not '}trapped`, at }
      if (state === 'delivered' && !isTaken)
        yield { rule: 'visible', what: `${id} counts as delivered, and the mail server never took it`, at }
      if (isLastRefused(message, at) && state !== 'refused')
        yield { rule: 'visible', what: `${id} was refused and is shown as ${state}`, at }
      if (attempts < message.attempts.filter((attempt) => attempt.at <= at).length)
        yield { rule: 'visible', what: `${id} was tried more often than is recorded`, at }
    }
    for (const state of ['waiting', 'unknown', 'refused'] as const) {
      const count = messages.filter((message) => message.state === state).length
      if (backlog[state] !== count)
        yield { rule: 'visible', what: `${count} are ${state}, and the backlog counts ${backlog[state]}`, at }
    }
  }
}

/** A message that fell into the trap for robots is not mailed until the operator retries it. */
export const isStillTrapped = ({ form, retriedAt }: MessageTrace, { history }: Traces, at: number): boolean =>
  (history.scenario.forms[form]?.isTrapped ?? false) && !retriedAt.some((time) => time <= at)

function isLastRefused({ claims, retriedAt }: MessageTrace, at: number): boolean {
  const last = claims.findLast((claim) => claim.at <= at)
  if (!last?.settled || last.settled.at > at || last.settled.outcome !== 'refused') return false
  return !retriedAt.some((time) => time > last.at && time <= at)
}
