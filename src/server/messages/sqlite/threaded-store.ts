import { Worker } from 'node:worker_threads'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import { type MessageStore, StoreError } from '../message-store.ts'
import type { SenderLimitRule } from '../sender-limit.ts'
import { storeFile } from './sqlite-store.ts'

type Method = Exclude<keyof MessageStore, 'place' | 'keep'>
export type KeepCall = { number: number; method: 'keep'; args: [submission: Submission, address: string] }
export type Call = KeepCall | { number: number; method: Method; args: unknown[] }
/** A fault is an error of the program, with its stack. */
export type Answer = { number: number; result?: unknown; storeError?: string; fault?: string }
export type ThreadData = { folder: string; rule: SenderLimitRule }

type Pending = { resolve: (result: never) => void; reject: (error: Error) => void }

/** The number of the answer that the thread gives by itself, when it has opened the store. */
const opening = 0
/** A visitor does not wait longer for the disk. The message may be kept all the same: repeating it finds out. */
const keepTimeoutMs = 10_000
/** How many messages may wait at once: more than a slow disk can keep within that time. */
const mostKeeps = 2_000

/**
 * An SQLite store on a thread of its own: neither a slow disk nor a lock that another process holds delays a page
 * (DESIGN.md section 5).
 * @param folder DATA_DIR, which must be there
 * @throws StoreError when the file cannot be opened; it is left as it is
 */
export async function openThreadedStore(folder: string, rule: SenderLimitRule): Promise<MessageStore> {
  const store = new ThreadedStore({ folder, rule })
  await store.open()
  return store
}

class ThreadedStore implements MessageStore {
  readonly place: string
  readonly #data: ThreadData
  readonly #pending = new Map<number, Pending>()
  /** None when it has ended, by a fault or because this store is closed. */
  #thread: Worker | undefined
  #isClosed = false
  #number = 0
  #keeps = 0

  constructor(data: ThreadData) {
    this.place = storeFile(data.folder)
    this.#data = data
  }

  async open(): Promise<void> {
    const opened = Promise.withResolvers<void>()
    this.#pending.set(opening, { resolve: opened.resolve as Pending['resolve'], reject: opened.reject })
    this.#thread = this.#start()
    await opened.promise
  }

  async keep(submission: Submission, address: string) {
    if (this.#keeps >= mostKeeps) throw new StoreError(`The message store ${this.place} is too slow: too many wait.`)
    this.#keeps++
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new StoreError(`The message store ${this.place} does not answer.`)),
      keepTimeoutMs,
    )
    const kept = this.#call('keep', [submission, address]).finally(() => this.#keeps--)
    return Promise.race([kept, late.promise]).finally(() => clearTimeout(timer))
  }

  claim = this.#forward('claim')
  extend = this.#forward('extend')
  settle = this.#forward('settle')
  list = this.#forward('list')
  find = this.#forward('find')
  retry = this.#forward('retry')
  erase = this.#forward('erase')
  purge = this.#forward('purge')
  checkWritable = this.#forward('checkWritable')
  backlog = this.#forward('backlog')

  async close(): Promise<void> {
    const closed = this.#call('close', [])
    this.#isClosed = true
    await closed
    await this.#thread?.terminate()
  }

  #forward<Name extends Method>(method: Name): MessageStore[Name] {
    return ((...args: unknown[]) => this.#call(method, args)) as MessageStore[Name]
  }

  async #call<Name extends Method | 'keep'>(
    method: Name,
    args: unknown[],
  ): Promise<Awaited<ReturnType<MessageStore[Name]>>> {
    if (this.#isClosed) throw new StoreError(`The message store ${this.place} is closed.`)
    // A thread that has ended is followed by another: nothing acknowledged was in its memory alone.
    this.#thread ??= this.#start()
    const number = ++this.#number
    const answered = Promise.withResolvers<never>()
    this.#pending.set(number, answered)
    this.#thread.postMessage({ number, method, args })
    return answered.promise
  }

  #start(): Worker {
    const thread = new Worker(new URL('./store-thread.ts', import.meta.url), { workerData: this.#data })
    let fault = 'The thread of the message store has ended.'
    thread.on('message', (answer: Answer) => {
      const pending = this.#pending.get(answer.number)
      this.#pending.delete(answer.number)
      const error = errorOf(answer)
      if (error) pending?.reject(error)
      else pending?.resolve(answer.result as never)
      // A thread that cannot open the store ends: the calls that wait for it fail for that reason.
      if (error && answer.number === opening) fault = error.message
    })
    thread.on('error', (error: Error) => {
      fault = `The thread of the message store has ended: ${error.message}.`
    })
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
      for (const { reject } of this.#pending.values()) reject(new StoreError(fault))
      this.#pending.clear()
    })
    return thread
  }
}

function errorOf({ storeError, fault }: Answer): Error | undefined {
  if (storeError !== undefined) return new StoreError(storeError)
  return fault === undefined ? undefined : new Error(fault)
}
