import { type ClaimOutcome, type KeepOutcome, type MessageStore, StoreError } from '../server/messages/message-store.ts'
import type { StoreFaultWindow } from './scenario.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** How long a call waits for a lock that another process holds, as SQLite and PostgreSQL are set. */
const lockTimeoutMs = 5_000

type Fate = { beforeMs: number; afterMs: number; fails?: 'before' | 'after' | 'late' }

/**
 * The store as one process sees it: a call takes time before and after its effect. It may fail before it (nothing is done),
 * after it (the answer is lost) or well before it (the caller gets an error, and the effect comes all the same).
 * @param server which server it is; none for the operator
 */
export function faultyStore(world: World, process: SimulatedProcess, server: number | undefined): MessageStore {
  const { time, random } = world
  const real = world.storeOf(server)

  const call = <Result>(
    method: string,
    work: () => Promise<Result>,
    record: (result: Result) => void = () => {},
    tokens: string[] = [],
  ) =>
    process.wait<Result>((resolve, reject) => {
      const fate = fateOf(world, server)
      const perform = () => {
        world.setClockOf(server)
        return time.hold(
          work().then((result) => {
            record(result)
            return result
          }),
        )
      }
      const fail = (effect: 'none' | 'done' | 'later') => {
        world.record({ kind: 'fails', process: process.name, method, tokens, effect })
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

  const name = process.name
  return {
    location: 'a simulated store',
    keep: (submission) => {
      const record = (outcome: KeepOutcome) => world.recordKept(submission, outcome)
      return call('keep', () => real.keep(submission), record)
    },
    claim: (first, again) => {
      const record = ({ claims }: ClaimOutcome) => world.recordClaims(name, claims)
      return call('claim', () => real.claim(first, again), record)
    },
    extend: (tokens) => {
      const record = () => world.recordRenewed(name, tokens)
      return call('extend', () => real.extend(tokens), record, tokens)
    },
    settle: (token, outcome) => {
      const record = (result: 'settled' | 'lost') => world.recordSettled(name, token, outcome.kind, result)
      return call('settle', () => real.settle(token, outcome), record, [token])
    },
    list: (state, textLength) => call('list', () => real.list(state, textLength)),
    find: (idBeginning) => call('find', () => real.find(idBeginning)),
    retry: (ids) =>
      call(
        'retry',
        () => real.retry(ids),
        () => world.recordRetried(ids),
      ),
    erase: (ids) =>
      call(
        'erase',
        () => real.erase(ids),
        () => world.recordErased(ids),
      ),
    purge: (before) => call('purge', () => world.purging(() => real.purge(before))),
    checkWritable: () => call('checkWritable', () => real.checkWritable()),
    backlog: () => call('backlog', () => real.backlog()),
    now: () => call('now', () => real.now()),
    close: async () => {},
  }
}

/** How long a call that is made now takes, and whether it fails. */
function fateOf({ time, random, scenario }: World, server: number | undefined): Fate {
  const faultWindow = scenario.store.find((one) => isIn(one, time.now) && (one.whom === 'all' || one.whom === server))
  const quick = { beforeMs: random.chance(0.6) ? 0 : random.latency(60), afterMs: random.latency(60) }
  switch (faultWindow?.kind) {
    case undefined:
      return quick
    case 'away':
      return { beforeMs: random.latency(10_000), afterMs: 0, fails: 'before' }
    case 'locked': {
      const restMs = faultWindow.at + faultWindow.lastsMs - time.now
      if (restMs > lockTimeoutMs) return { beforeMs: lockTimeoutMs, afterMs: 0, fails: 'before' }
      return { ...quick, beforeMs: restMs + random.below(100) }
    }
    case 'flaky': {
      const slow = { beforeMs: random.latency(5_000), afterMs: random.latency(5_000) }
      const fails = [undefined, undefined, undefined, 'before', 'after', 'late'] as const
      return { ...slow, fails: fails[random.below(fails.length)] }
    }
    case 'slow':
      return { beforeMs: random.latency(4_000), afterMs: random.latency(4_000) }
  }
}

const isIn = ({ at, lastsMs }: StoreFaultWindow, now: number) => now >= at && now < at + lastsMs
