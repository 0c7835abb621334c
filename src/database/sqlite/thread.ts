import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { connectionTo } from './connection.ts'
import type { Call, ThreadData, ThreadReply } from './threaded-connection.ts'

// SQLite's calls block until the disk has responded: on this thread they delay nothing else.
const { file, lockMs } = workerData as ThreadData
const connection = connectionTo(new DatabaseSync(file, { timeout: lockMs }))
const port = parentPort as NonNullable<typeof parentPort>

port.on('message', async (call: Call | 'close') => {
  if (call === 'close') {
    await connection.close()
    port.close()
    return
  }
  const reply = await connection.query(call.sql, call.values).then(
    (rows): ThreadReply => ({ rows }),
    ({ message, errcode }): ThreadReply => ({ message, errcode }),
  )
  port.postMessage(reply)
})
