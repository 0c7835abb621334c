import { StoreError } from '../database/database.ts'
import type { MessageStore } from '../server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** What a server and the operator call. */
type StoreCalls = Omit<MessageStore, 'location' | 'list' | 'find' | 'checkWritable' | 'backlog' | 'close'>

/**
 * The store as one process sees it: a call takes time before and after its effect. It may fail before it (nothing is done),
 * after it (the answer is lost) or well before it (the caller gets an error, and the effect comes all the same).
 * @param onChange is called after each change
 */
export function faultyStore(world: World, process: SimulatedProcess, onChange: () => void): StoreCalls {
  const { time, below, store, checker, storeFaults } = world
  /** @param hasChanged records what was done. If a claim that finds nothing counted, servers would notify each other for ever */
  const call = <Result>(work: () => Promise<Result>, hasChanged: (result: Result) => unknown = () => false) =>
    process.wait<Result>((resolve, reject) => {
      const fault = storeFaults.find(({ until, whom }) => time.now < until && [process.server, 'all'].includes(whom))
      const fate = fault?.kind === 'flaky' ? ['fails', 'is lost', 'comes late'][below(6)] : fault?.kind
      const latency = () => world.latency(fault ? 5_000 : 60)
      const fail = () => {
        checker.note(`${process.name}: the store fails: ${fate}`)
        reject(new StoreError('The simulated store failed.'))
      }
      const act = async () => {
        const result = await work()
        if (hasChanged(result)) onChange()
        return result
      }
      time.after(below(2) === 0 ? 0 : latency(), () => {
        // A query that a process sent before it was killed may still reach the store.
        if (!process.isAlive && below(2) === 0) return
        if (fate === 'away' || fate === 'fails') fail()
        else if (fate === 'is lost') act().then(() => time.after(latency(), fail), fail)
        else if (fate === 'comes late') {
          fail()
          time.after(latency(), () => time.watch(act()))
        } else act().then((result) => time.after(latency(), () => resolve(result)), fail)
      })
    })
  const isServer = process.server !== undefined
  return {
    keep: (form) => call(() => store.keep(form).then((outcome) => checker.stored(form.message, outcome)), Boolean),
    claim: (...most) =>
      call(
        () => store.claim(...most),
        ({ claims }) => claims.length > 0,
      ),
    extend: (tokens) => call(() => store.extend(tokens)),
    settle: (token, outcome) => call(() => store.settle(token, outcome), Boolean),
    retry: (ids) => call(() => store.retry(ids).then((count) => checker.retried(ids, count)), Boolean),
    erase: (ids) => call(() => store.erase(ids).then((count) => checker.erased(ids, count, isServer)), Boolean),
    expired: (days) => call(() => store.expired(days)),
    recordOverdue: (hours) => call(() => store.recordOverdue(hours)),
  }
}
