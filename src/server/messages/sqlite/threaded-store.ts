import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import { type MessageStore, StoreError } from '../message-store.ts'
import type { SenderLimitRule } from '../sender-limit.ts'

type Method = Exclude<keyof MessageStore, 'place' | 'keep'>
export type KeepCall = { number: number; method: 'keep'; args: [submission: Submission, address: string] }
export type Call = KeepCall | { number: number; method: Method; args: unknown[] }
/** Number 0 is the answer to the opening. A fault is an error of the program, with its stack. */
export type Answer = { number: number; result?: unknown; storeError?: string; fault?: string }
export type ThreadData = { folder: string; rule: SenderLimitRule }

type Pending = { resolve: (result: never) => void; reject: (error: Error) => void }

/** A visitor does not wait longer for the disk. The message may be kept all the same: repeating it finds out. */
const keepTimeoutMs = 10_000
/** More than a slow disk can make up for within that time. */
const mostKeeps = 2_000

/**
 * An SQLite store on a thread of its own: neither a slow disk nor a lock that another process holds delays a page
 * (DESIGN.md section 5).
 * @param folder DATA_DIR, which must be there
 * @throws StoreError when the file cannot be opened; it is left as it is
 */
export async function openThreadedStore(folder: string, rule: SenderLimitRule): Promise<MessageStore> {
  const data: ThreadData = { folder, rule }
  const thread = new Worker(new URL('./store-thread.ts', import.meta.url), { workerData: data })
  const [opened] = (await once(thread, 'message')) as [Answer]
  if (opened.result === undefined) {
    await thread.terminate()
    throw errorOf(opened)
  }
  return new ThreadedStore(String(opened.result), thread)
}

class ThreadedStore implements MessageStore {
  readonly place: string
  readonly #thread: Worker
  readonly #pending = new Map<number, Pending>()
  #number = 0
  #keeps = 0

  constructor(place: string, thread: Worker) {
    this.place = place
    this.#thread = thread
    thread.on('message', (answer: Answer) => {
      const pending = this.#pending.get(answer.number)
      this.#pending.delete(answer.number)
      if (answer.storeError === undefined && answer.fault === undefined) pending?.resolve(answer.result as never)
      else pending?.reject(errorOf(answer))
    })
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
    await this.#call('close', [])
    await this.#thread.terminate()
  }

  #forward<Name extends Method>(method: Name): MessageStore[Name] {
    return ((...args: unknown[]) => this.#call(method, args)) as MessageStore[Name]
  }

  #call<Name extends Method | 'keep'>(method: Name, args: unknown[]): ReturnType<MessageStore[Name]> {
    const number = ++this.#number
    const answered = new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }))
    this.#thread.postMessage({ number, method, args })
    return answered as ReturnType<MessageStore[Name]>
  }
}

const errorOf = ({ storeError, fault }: Answer): Error =>
  storeError === undefined
    ? new Error(fault ?? 'The thread of the message store has no answer.')
    : new StoreError(storeError)
