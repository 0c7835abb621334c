import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { memoryStore, submission } from '../../../tests/support/test-stores.ts'
import { type Connection, connectionTo } from '../../database/sqlite/connection.ts'

// What both kinds of store do is in message-store.test.ts.

test.each([
  ['BEGIN IMMEDIATE', false],
  ['INSERT', false],
  ['COMMIT', true],
])(
  'a message that is aborted during %s is confirmed or not as it is stored or not: %s',
  async (statement, isStored) => {
    const connection = connectionTo(new DatabaseSync(':memory:'))
    const abort = new AbortController()
    const interrupted: Connection = {
      ...connection,
      async query(sql, values) {
        if (isKeeping && sql.startsWith(statement)) abort.abort()
        return connection.query(sql, values)
      },
    }
    let isKeeping = false
    const store = await memoryStore(undefined, interrupted)
    isKeeping = true
    const isConfirmed = await store.keep(submission(), abort.signal).then(
      () => true,
      () => false,
    )
    expect([isConfirmed, (await store.list()).length]).toEqual([isStored, isStored ? 1 : 0])
  },
)
