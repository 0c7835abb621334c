import type { Violation } from '../history.ts'
import { limitWindowMs } from '../shared-store.ts'
import type { Traces } from '../traces.ts'
import { hourMs } from './numbers.ts'

/** Nobody is turned away who sent no more than the limit allows, and nobody sends more. */
export function* checkIntake({ history, leaps }: Traces): Generator<Violation> {
  const { limit } = history.scenario
  const kept: { address: number; clock: number }[] = []
  for (const event of history.events) {
    const { at, clock } = event
    if (event.kind === 'turns away') {
      const { address, retryAfterMs } = event
      const recent = kept.filter(
        (one) => one.address === address && one.clock > clock - limitWindowMs && one.clock <= clock,
      )
      if (recent.length < limit)
        yield { rule: 'limit', what: `form ${event.form} was turned away after ${recent.length} messages`, at }
      if (retryAfterMs <= 0 || retryAfterMs > limitWindowMs)
        yield { rule: 'limit', what: `form ${event.form} is to come again in ${retryAfterMs} ms`, at }
    }
    if (event.kind === 'keeps' && event.outcome === 'kept') {
      const { address } = event
      const recent = kept.filter((one) => one.address === address && one.clock > clock - limitWindowMs)
      // The key that senders are hashed with is replaced each day, so a longer history cannot be counted across it.
      if (recent.length >= limit && leaps.length === 0 && at < 23 * hourMs)
        yield { rule: 'limit', what: `address ${address} sent more than ${limit} messages`, at }
      kept.push({ address, clock })
    }
  }
}
