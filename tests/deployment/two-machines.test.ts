import { once } from 'node:events'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import { granted, letIn, openActStore, sequenceOf } from '../support/office.ts'
import { makeDatabase, startPostgres } from '../support/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { type Nginx, siteHost, startNginx } from './nginx.ts'

async function statusBehind({ port, ca }: Nginx, path: string) {
  const asking = request({ ca, servername: siteHost, hostname: '127.0.0.1', port, path, headers: { host: siteHost } })
  asking.end()
  const [response] = await once(asking, 'response')
  await text(response)
  return response.statusCode as number
}

test('an entry is on both servers behind nginx within ten seconds of the second signature', async () => {
  await using postgres = await startPostgres()
  const { url: databaseUrl } = await makeDatabase(postgres.port)
  const settings = { DATABASE_URL: databaseUrl, TRUST_PROXY: '1', SITE_ORIGIN: `https://${siteHost}` }
  await using one = await startServer({ settings })
  await using other = await startServer({ settings })
  await using nginx = await startNginx(...[one, other].map(({ origin }) => Number(new URL(origin).port)))
  const database = openDatabase({ databaseUrl, dataDir: '' })
  const store = openActStore(database)
  const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]
  const proposed = sequenceOf(await ana.propose(granted({ from: '2026-01-01' })))
  const { acts } = await store.read()
  const { act } = acts.at(-1) ?? {}
  const [entry] = act && 'entries' in act ? act.entries : []
  const path = `/c/${entry?.entry === 'certificate' ? entry.number : ''}.json`
  const statusAt = async ({ origin }: { origin: string }) => (await fetch(origin + path)).status
  expect(await Promise.all([statusAt(one), statusAt(other)])).toEqual([404, 404])
  sequenceOf(await luis.agree(proposed))
  const signed = Date.now()
  await expect.poll(() => Promise.all([statusAt(one), statusAt(other)])).toEqual([200, 200])
  expect(Date.now() - signed).toBeLessThan(10_000)
  expect(await statusBehind(nginx, path)).toBe(200)
  // Whichever server nginx asks.
  await one.stop()
  expect(await statusBehind(nginx, path)).toBe(200)
  await database.close()
})
