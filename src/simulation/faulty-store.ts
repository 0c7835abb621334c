import { StoreError } from '../database/database.ts'
import type { MessageStore } from '../server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** What a server and the operator call. */
export type StoreCalls = Omit<MessageStore, 'location' | 'list' | 'find' | 'checkWritable' | 'backlog' | 'close'>

/**
 * The store as one process sees it: a call takes time before and after its effect. It may fail before it (nothing is done),
 * after it (the answer is lost) or well before it (the caller gets an error, and the effect comes all the same).
 */
export function faultyStore({ time, random, store, model, storeFaults }: World, process: SimulatedProcess): StoreCalls {
  /** @param work does it and records the effect */
  const call = <Result>(work: () => Promise<Result>) =>
    process.wait<Result>((resolve, reject) => {
      const fault = storeFaults.find(({ until, whom }) => time.now < until && [process.server, 'all'].includes(whom))
      const fate = fault?.kind === 'flaky' ? ['fails', 'is lost', 'comes late'][random.below(6)] : fault?.kind
      const latency = () => random.latency(fault ? 5_000 : 60)
      const fail = () => {
        model.note(`${process.name}: the store fails: ${fate}`)
        reject(new StoreError('The simulated store failed.'))
      }
      time.after(random.below(2) === 0 ? 0 : latency(), () => {
        // A query that a process sent before it was killed may still reach the store.
        if (!process.isAlive && random.below(2) === 0) return
        if (fate === 'away' || fate === 'fails') fail()
        else if (fate === 'is lost') work().then(() => time.after(latency(), fail), fail)
        else if (fate === 'comes late') {
          fail()
          time.after(latency(), () => time.watch(work()))
        } else work().then((result) => time.after(latency(), () => resolve(result)), fail)
      })
    })
  const isServer = process.server !== undefined
  return {
    keep: (form) => call(() => store.keep(form).then((kept) => model.kept(form.message, kept))),
    claim: (...most) => call(() => store.claim(...most).then((claimed) => model.claimed(process, claimed))),
    extend: (tokens) => call(() => store.extend(tokens).then(() => model.renewed(tokens))),
    settle: (token, end) => call(() => store.settle(token, end).then((result) => model.settled(token, end, result))),
    retry: (ids) => call(() => store.retry(ids).then((count) => model.retried(ids, count))),
    erase: (ids) => call(() => store.erase(ids).then((count) => model.erased(ids, count, isServer))),
    expired: (days) => call(() => store.expired(days)),
    recordOverdue: (hours) => call(() => store.recordOverdue(hours)),
  }
}
