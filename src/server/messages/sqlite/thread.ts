import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { connectionTo } from './connection.ts'
import type { Call, ThreadData, ThreadReply } from './threaded-connection.ts'

// SQLite's calls block until the disk has responded: on this thread they delay nothing else.
const { file, lockMs } = workerData as ThreadData
const connection = connectionTo(new DatabaseSync(file, { timeout: lockMs }))
const port = parentPort as NonNullable<typeof parentPort>

port.on('message', async (calls: Call[] | 'close') => {
  if (calls === 'close') {
    await connection.close()
    port.close()
    return
  }
  const answers = calls.map(async ({ sql, values }): Promise<ThreadReply> => {
    try {
      return { rows: await connection.query(sql, values) }
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number }
      return { message, errcode }
    }
  })
  port.postMessage(await Promise.all(answers))
})
port.postMessage('open')
