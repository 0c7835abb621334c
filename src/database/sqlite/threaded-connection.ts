import { Worker } from 'node:worker_threads'
import type { Row, Value } from '../database.ts'
import type { Connection } from './connection.ts'

export type ThreadData = { file: string; lockMs: number }
export type Call = { sql: string; values: Value[] | undefined }
export type ThreadReply = { rows: Row[] } | { message: string; errcode: number | undefined }

/**
 * Opens a file on a thread of its own: neither a slow disk nor a lock that another process holds delays a page
 * (docs/promises.md, messages). If the thread fails, as it does when the file cannot be opened, so do the queries under way and all
 * later ones.
 */
export function openOnThread(data: ThreadData): Connection {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data })
  /** The queries that the thread has not answered, in their order. */
  const inFlight: PromiseWithResolvers<Row[]>[] = []
  let failure = new Error('The thread of the database has ended')
  let hasEnded = false
  thread.on('error', (error: Error) => {
    failure = error
  })
  thread.on('exit', () => {
    hasEnded = true
    for (const { reject } of inFlight) reject(failure)
  })
  thread.on('message', (reply: ThreadReply) => {
    const pending = inFlight.shift()
    if ('rows' in reply) pending?.resolve(reply.rows)
    else pending?.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }))
  })
  return {
    async query(sql, values) {
      if (hasEnded) throw failure
      const pending = Promise.withResolvers<Row[]>()
      inFlight.push(pending)
      thread.postMessage({ sql, values } satisfies Call)
      return pending.promise
    },
    async close() {
      if (hasEnded) return
      const exit = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage('close')
      await exit
    },
  }
}
