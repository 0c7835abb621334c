import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Row, Value } from '../database.ts'
import type { Connection } from './connection.ts'

export type ThreadData = { file: string; lockMs: number }
export type Call = { sql: string; values: Value[] | undefined }
export type ThreadReply = { rows: Row[] } | { message: string; errcode: number | undefined }

type Pending = Call & { resolve(rows: Row[]): void; reject(error: Error): void }

/**
 * Opens a file on a thread of its own: neither a slow disk nor a lock that another process holds delays a page
 * (docs/promises.md, messages). If the thread fails, so do the queries under way and all later ones.
 */
export async function openOnThread(data: ThreadData): Promise<Connection> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data })
  await once(thread, 'message')
  /** The queries of this turn of the event loop, which are sent to the thread together, and those that were sent before. */
  let queued: Pending[] = []
  const inFlight: Pending[] = []
  const send = () => {
    thread.postMessage(queued.map(({ sql, values }): Call => ({ sql, values })))
    inFlight.push(...queued)
    queued = []
  }
  let failure = new Error('The thread of the message store has ended')
  let hasEnded = false
  thread.on('error', (error: Error) => {
    failure = error
  })
  thread.on('exit', () => {
    hasEnded = true
    for (const { reject } of [...inFlight.splice(0), ...queued]) reject(failure)
  })
  thread.on('message', (answers: ThreadReply[]) => {
    for (const answer of answers) {
      const pending = inFlight.shift()
      if ('rows' in answer) pending?.resolve(answer.rows)
      else pending?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }))
    }
  })
  return {
    query: (sql, values) =>
      new Promise((resolve, reject) => {
        if (hasEnded) reject(failure)
        else if (queued.push({ sql, values, resolve, reject }) === 1) queueMicrotask(send)
      }),
    async close() {
      if (hasEnded) return
      const exit = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage('close')
      await exit
    },
  }
}
