import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { noLimit } from '../../../../tests/support/message-places.ts'
import { PostgresDatabases } from '../../../../tests/support/postgres-server.ts'
import type { Submission } from '../../../shared/contact/message-rules.ts'
import { openPostgresStore } from './postgres-store.ts'

const server = new PostgresDatabases(inject('postgres'))

/** All that a server can be told to log of a statement. */
const everything = [
  'log_min_duration_statement = 0',
  "log_statement = 'all'",
  'log_parameter_max_length_on_error = -1',
  'session_preload_libraries = auto_explain',
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_verbose = on',
]

/** The statements of docs/operating.md that keep words out of the log, and rights that let the store's user run them itself. */
const step = readFileSync('docs/operating.md', 'utf8').match(/^ALTER ROLE site SET .*;$/gm) ?? []
const grants = step.map((line) =>
  line.replace(/^ALTER ROLE site SET ([\w.]+) .*$/, 'GRANT SET ON PARAMETER $1 TO site'),
)

let roles = 0

/** @returns the address of a database whose server logs everything, for a user to whom these statements were applied */
async function makeLogged(statements: string[]): Promise<string> {
  const { url, query } = await server.makeDatabase()
  const role = `clerk_${++roles}`
  const database = new URL(url).pathname.slice(1)
  await query(`CREATE ROLE ${role} LOGIN PASSWORD 'test-password'`)
  await query(`ALTER DATABASE ${database} OWNER TO ${role}`)
  for (const setting of everything) await query(`ALTER DATABASE ${database} SET ${setting}`)
  for (const statement of statements) await query(statement.replace(/\bsite\b/, role))
  return Object.assign(new URL(url), { username: role }).href
}

/** Passes a visitor's words through every store operation. @returns what the server has logged meanwhile */
async function logOfMessages(url: string): Promise<string> {
  const before = server.log().length
  const words = { name: 'VISITOR', email: 'VISITOR@example.org', message: 'VISITOR' }
  const submission: Submission = { ...words, language: 'fr', website: '' }
  const store = await openPostgresStore(url, noLimit)
  const { id } = (await store.keep(submission, '192.0.2.1')) as { id: string }
  await store.keep(submission, '192.0.2.1')
  const [claim] = await store.claim(1, 1)
  await store.settle(claim?.token ?? '', { kind: 'refused', reason: '550 VISITOR' })
  await store.list()
  await store.erase([id])
  // A statement that fails is logged with its row.
  const owner = new Client(url)
  await owner.connect()
  await owner.query(`ALTER TABLE contact_messages ADD CHECK (language <> 'fr')`)
  await owner.end()
  await expect(store.keep(submission, '192.0.2.1')).rejects.toThrow('refused the data')
  await store.close()
  return server.log().slice(before)
}

test('a server that logs all it can logs what visitors wrote, when nothing is done against it', async () => {
  const log = await logOfMessages(await makeLogged([]))
  for (const way of [/parameters: .*VISITOR/, /Failing row contains .*VISITOR/, /Output: .*VISITOR/])
    expect(log).toMatch(way)
  // Parameters of failed statements are missing: every session may turn these off for itself, and the store does.
  expect(log).not.toMatch(/portal with parameters/)
})

test.each([
  ['the step in docs/operating.md', step],
  ['the right to take it for itself', grants],
])('after %s, no word is logged', async (_case, statements) => {
  expect(statements).toHaveLength(3)
  const log = await logOfMessages(await makeLogged(statements))
  expect(log).toMatch(/INSERT INTO contact_messages/)
  expect(log).not.toMatch(/VISITOR/)
})
