import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { openSqliteStore, submission } from '../../tests/support/test-stores.ts'
import { storeFile } from './sqlite/sqlite-database.ts'

/** What has landed may be in a database by now: a change of the tables is a new file. A new file comes with its line here. */
const landed = {
  '0001_messages.sql': '01e6dacea5f28c32c65a8db11be4702e213f839dcf212fa5e2cce8379dfcf3fd',
  '0002_register.sql': 'd258a953e94337beb385c21bcec1198e22c18ee61c7aebc7ee2b1b910593618d',
  '0003_append_only.postgres.sql': 'c2e8ea8ff63ef2e7230a2cc7e6d217e555e2f3438a27ce423a8a962ea1c354c2',
  '0003_append_only.sqlite.sql': '491fc88e29845784434264b573f508f80906c3cd0b9e161f1b1d72cc3ad8652e',
  '0004_no_challenges.sql': 'cb489f9e462e6d8b1438074fc14ae4f05ab0c7c5af2bb4d71916506cc66afe2a',
}

test('a migration that has landed is not edited', () => {
  const hashes = globSync('*.sql', { cwd: 'migrations' })
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(`migrations/${name}`))
        .digest('hex'),
    ])
  expect(Object.fromEntries(hashes)).toEqual(landed)
})

test('a database of the first version is brought up to date with its messages', async () => {
  using folder = temporaryFolder()
  const database = new DatabaseSync(storeFile(folder.path))
  database.exec(readFileSync('migrations/0001_messages.sql', 'utf8'))
  database.exec('UPDATE contact_schema SET version = 1')
  database.exec(`INSERT INTO contact_messages (id, fingerprint, name, email, message, language, received_at, state)
    VALUES ('first', 'print', 'Ana', 'ana@example.org', 'Hola', 'es', 0, 'waiting')`)
  database.close()
  const store = await openSqliteStore(folder.path)
  await store.keep(submission())
  expect((await store.list()).map(({ id }) => id)).toContain('first')
  await store.close()
})
