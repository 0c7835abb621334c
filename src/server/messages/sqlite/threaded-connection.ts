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
 * (docs/promises.md, messages). A fault of the thread is a fault of this program and ends it, as in any other part of it.
 */
export async function openOnThread(data: ThreadData): Promise<Connection> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data })
  await once(thread, 'message')
  /** What was asked in this turn of the event loop, and goes to the thread together; and what waits for its answer. */
  let asked: Pending[] = []
  const sent: Pending[] = []
  const send = () => {
    thread.postMessage(asked.map(({ sql, values }): Call => ({ sql, values })))
    sent.push(...asked)
    asked = []
  }
  thread.on('message', (answers: ThreadReply[]) => {
    for (const answer of answers) {
      const pending = sent.shift()
      if ('rows' in answer) pending?.resolve(answer.rows)
      else pending?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }))
    }
  })
  return {
    query: (sql, values) =>
      new Promise((resolve, reject) => {
        if (asked.push({ sql, values, resolve, reject }) === 1) queueMicrotask(send)
      }),
    async close() {
      thread.postMessage('close')
      await once(thread, 'exit')
    },
  }
}
