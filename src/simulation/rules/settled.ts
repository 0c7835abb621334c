import type { Violation } from '../history.ts'
import { hourMs, triesOfRejected } from '../numbers.ts'
import type { Traces } from '../traces.ts'

/**
 * Within this time after the last fault everything is settled. A message that was rejected just before waits for a day;
 * the pause after the ninth unknown outcome is 21 hours, and these histories have no more. The rest is for servers that are
 * frozen, stopping or down, and for slow mails.
 */
export const settledWithinMs = 26 * hourMs

/**
 * Settled: the mail server has the message, or has rejected it daily for a week, and a server that was asked to stop has
 * exited. That is all that is checked of how long anything takes.
 */
export function* checkSettled({ history, messages, processes }: Traces): Generator<Violation> {
  const at = history.endedAt
  const last = history.events.findLast((event) => event.kind === 'looks')
  for (const { id, state } of last?.messages ?? []) {
    const tries = messages.get(id)?.claims.filter(({ settled }) => settled?.outcome === 'refused').length ?? 0
    if (state === 'waiting' || state === 'unknown' || (state === 'refused' && tries < triesOfRejected))
      yield { rule: 'settled', what: `${id} is ${state} after ${tries} rejections, and the faults are long over`, at }
  }
  for (const { name, stopRequestedAt, killedAt, exitedAt } of processes.values())
    if (stopRequestedAt !== undefined && (exitedAt ?? killedAt) === undefined)
      yield { rule: 'settled', what: `${name} has not stopped`, at }
}
