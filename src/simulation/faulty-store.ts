import { StoreError } from '../server/messages/message-store.ts'
import { isOpen } from './scenario.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { StoreCalls } from './system-under-test.ts'
import type { World } from './world.ts'

/** How long a call waits for a lock that another process holds, as SQLite and PostgreSQL are set. */
const lockTimeoutMs = 5_000

/** How long a call takes before and after its effect, and whether it fails before it, after it, or long before it. */
type Fate = { beforeMs: number; afterMs: number; fails?: 'before' | 'after' | 'late' }

/**
 * The store as one process sees it: a call takes time before and after its effect. It may fail before it (nothing is done),
 * after it (the answer is lost) or well before it (the caller gets an error, and the effect comes all the same).
 * @param server which server it is; none for the operator
 */
export function faultyStore(world: World, process: SimulatedProcess, server: number | undefined): StoreCalls {
  const { time, random, store: real } = world
  const { name } = process

  const call = <Result>(method: string, work: () => Promise<Result>, tokens: string[] = []) =>
    process.wait<Result>((resolve, reject) => {
      const fate = fateOf(world, server)
      const perform = () => time.hold(work())
      const fail = (effect: 'none' | 'done' | 'later') => {
        world.record({ kind: 'fails', process: name, method, tokens, effect })
        reject(new StoreError('The simulated store failed.'))
      }
      const begin = () => {
        // A query that a process sent before it was killed may still reach the store.
        if (!process.isAlive && random.chance(0.5)) return
        if (fate.fails === 'before') return fail('none')
        if (fate.fails === 'late') {
          fail('later')
          return time.after(random.below(5_000), () => time.watch(perform()))
        }
        perform().then(
          (result) => time.after(fate.afterMs, () => (fate.fails === 'after' ? fail('done') : resolve(result))),
          () => fail('none'),
        )
      }
      if (fate.beforeMs === 0) begin()
      else time.after(fate.beforeMs, begin)
    })

  return {
    keep: (submission) => call('keep', async () => world.recordKept(submission, await real.keep(submission))),
    claim: (first, again) => call('claim', async () => world.recordClaims(name, await real.claim(first, again))),
    extend: (tokens) =>
      call(
        'extend',
        async () => world.record({ kind: 'renews', process: name, tokens }, await real.extend(tokens)),
        tokens,
      ),
    settle: (token, outcome) =>
      call('settle', async () => world.recordSettled(name, token, outcome, await real.settle(token, outcome)), [token]),
    retry: (messages) =>
      call('retry', async () => world.record({ kind: 'makes due', messages }, await real.retry(messages))),
    erase: (messages) => call('erase', async () => world.recordErased(name, messages, await real.erase(messages))),
    expired: (days) => call('expired', () => real.expired(days)),
    recordOverdue: (hours) => call('recordOverdue', () => real.recordOverdue(hours)),
  }
}

/** What becomes of a call that is made now. */
function fateOf({ time, random, scenario }: World, server: number | undefined): Fate {
  const window = scenario.store.find((one) => isOpen(one, time.now) && (one.whom === 'all' || one.whom === server))
  const slow = () => ({ beforeMs: random.latency(5_000), afterMs: random.latency(5_000) })
  const quick = { beforeMs: random.chance(0.6) ? 0 : random.latency(60), afterMs: random.latency(60) }
  switch (window?.kind) {
    case undefined:
      return quick
    case 'away':
      return { beforeMs: random.latency(10_000), afterMs: 0, fails: 'before' }
    case 'locked': {
      const restMs = window.at + window.lastsMs - time.now
      if (restMs > lockTimeoutMs) return { beforeMs: lockTimeoutMs, afterMs: 0, fails: 'before' }
      return { ...quick, beforeMs: restMs + random.below(100) }
    }
    case 'flaky': {
      const fails = [undefined, undefined, undefined, 'before', 'after', 'late'] as const
      return { ...slow(), fails: fails[random.below(fails.length)] }
    }
    case 'slow':
      return slow()
  }
}
