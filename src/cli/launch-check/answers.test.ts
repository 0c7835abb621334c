import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { PostgresDatabases } from '../../../tests/support/postgres-server.ts'
import { readSettings } from '../../settings.ts'
import { askServers } from './answers.ts'

const server = new PostgresDatabases(inject('postgres'))

const step = readFileSync('docs/operating.md', 'utf8').match(/^ALTER ROLE site SET .*;$/gm) ?? []

test('a database that would log visitors’ words is to be told not to, and one that would not is fine', async () => {
  const { url, query } = await server.makeDatabase()
  const database = new URL(url).pathname.slice(1)
  await query(`CREATE ROLE site LOGIN PASSWORD 'test-password'`)
  const databaseUrl = Object.assign(new URL(url), { username: 'site' }).href
  const says = async () => (await askServers({ ...readSettings({}), databaseUrl })).map(({ says }) => says).join()
  expect(await says()).toBe('')

  await query(`ALTER DATABASE ${database} SET log_min_duration_statement = 200`)
  expect(await says()).toMatch(
    /^127\.0\.0\.1:\d+ would write visitors’ words into its log \(log_min_duration_statement = 200\)\. docs\/operating/,
  )
  await query(`ALTER DATABASE ${database} SET session_preload_libraries = auto_explain`)
  await query(`ALTER DATABASE ${database} SET auto_explain.log_min_duration = 0`)
  await query(`ALTER DATABASE ${database} SET log_statement = mod`)
  expect(await says()).toMatch(
    '(auto_explain.log_min_duration = 0, log_min_duration_statement = 200, log_statement = mod)',
  )
  for (const statement of step) await query(statement)
  expect(await says()).toBe('')
})
