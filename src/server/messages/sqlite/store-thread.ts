import { parentPort, workerData } from 'node:worker_threads'
import { type KeepOutcome, StoreError } from '../message-store.ts'
import { SqliteStore } from './sqlite-store.ts'
import type { Answer, Call, KeepCall, ThreadData } from './threaded-store.ts'

// The thread of threaded-store.ts: SQLite's calls block until the disk has answered, and here they hold up nothing else.
const { folder, rule } = workerData as ThreadData
const port = parentPort as NonNullable<typeof parentPort>
const answer = (message: Answer) => port.postMessage(message)
let arrivals: KeepCall[] = []

try {
  const store = new SqliteStore(folder, rule)
  answer({ number: 0 })
  port.on('message', (call: Call) => {
    if (call.method === 'close') keepArrivals(store)
    if (call.method !== 'keep') return void answerCall(store, call)
    // What has arrived by the end of this turn shares one transaction, and so one wait for the disk.
    if (arrivals.length === 0) setImmediate(() => keepArrivals(store))
    arrivals.push(call)
  })
} catch (error) {
  answer({ number: 0, ...failureOf(error) })
}

function keepArrivals(store: SqliteStore): void {
  const calls = arrivals
  arrivals = []
  if (calls.length === 0) return
  let outcomes: KeepOutcome[]
  try {
    outcomes = store.keepAll(calls.map(({ args: [submission, address] }) => ({ submission, address })))
  } catch (error) {
    for (const { number } of calls) answer({ number, ...failureOf(error) })
    return
  }
  for (const [index, { number }] of calls.entries()) answer({ number, result: outcomes[index] })
}

async function answerCall(store: SqliteStore, { number, method, args }: Exclude<Call, KeepCall>): Promise<void> {
  try {
    // The types of method and arguments belong together in Call; TypeScript cannot follow that through the look-up.
    const result: unknown = await (store[method] as (...args: unknown[]) => Promise<unknown>)(...args)
    answer({ number, result })
  } catch (error) {
    answer({ number, ...failureOf(error) })
  }
}

function failureOf(error: unknown) {
  const { message, stack = message } = error as Error
  return error instanceof StoreError ? { storeError: message } : { fault: stack }
}
