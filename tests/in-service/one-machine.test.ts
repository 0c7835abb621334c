import { copyFileSync, existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endClaims, messagesIn, numbered, settingsFor, Writers } from '../messages/promise.ts'
import { until } from '../messages/submissions.ts'
import { holdSocket, withHeldSocket } from '../support/held-socket.ts'
import { runInbox } from '../support/inbox-process.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startFront } from './front.ts'
import { startLoad, visitorsOf } from './visitors.ts'

const keptIn = async (dataDir: string) => (await messagesIn(dataDir)).map(({ name }) => name).sort()

test('an upgrade under load: no request fails, and every message is kept and mailed once, behind TLS', async () => {
  using folder = makeDataDir()
  using socket = holdSocket()
  await using mail = await startMailServer()
  const settings = settingsFor(folder.dataDir, mail.url, { TRUST_PROXY: '1', SITE_ORIGIN: 'https://www.example.org' })
  const start = () => startServer({ settings, within: withHeldSocket, inherit: [socket.fd] })
  let server = await start()
  await using front = await startFront([socket.port])
  using visitors = visitorsOf(front)
  const load = startLoad(visitors)
  for (let restart = 0; restart < 2; restart++) {
    await load.goesOn(20)
    expect(await server.stop()).toBe(0)
    server = await start()
  }
  await load.goesOn(10)
  const { statuses, acknowledged, sent } = await load.end()
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 201)).toEqual([])
  expect(acknowledged).toHaveLength(sent)
  expect(sent).toBeGreaterThan(30)
  expect(await keptIn(folder.dataDir)).toEqual(acknowledged.sort())
  await until(
    () => mail.mails,
    ({ length }) => length >= sent,
  )

  const plain = await fetch(`http://127.0.0.1:${front.plainPort}/en?a=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://www.example.org/en?a=1'])
  const missing = await fetch(`http://127.0.0.1:${front.plainPort}/.well-known/acme-challenge/missing`)
  expect(missing.status).toBe(404)
  const { headers } = await visitors.ask('/en')
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'/),
    server: 'nginx',
  })
  expect((await visitors.ask('/readyz')).status).toBe(200)
  const large = await visitors.ask('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `language=fr&message=${'x'.repeat(70_000)}`,
  })
  expect([large.status, large.body.includes('lang="fr"')]).toEqual([413, true])
  await server.stop()
  expect(mail.mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()).toEqual(acknowledged)
  // What was not found left no line either, which would name the visitor.
  expect(front.output()).not.toMatch(/client:|\[(?:warn|alert|emerg)\]/)
})

test('a backup is made while the server runs, and put back by the steps in docs/operating.md', async () => {
  using folder = makeDataDir()
  using backups = makeDataDir()
  await using mail = await startMailServer()
  const settings = settingsFor(folder.dataDir, mail.url)
  const server = await startServer({ settings })
  const writers = new Writers()
  for (const visitor of numbered(20)) await writers.send(server.origin, visitor)
  const backup = runInbox(['backup', backups.dataDir], settings)
  // Sent while the backup runs: some of these are in it, and some are not.
  for (const visitor of numbered(20, 21)) expect(await writers.send(server.origin, visitor)).toBe(201)
  const { code, output } = await backup
  expect(code).toBe(0)
  const [name = '', ...others] = readdirSync(backups.dataDir)
  expect(others).toEqual([])
  expect(name).toMatch(/^messages-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/)
  expect(output).toContain(`messages backed up to ${join(backups.dataDir, name)}`)
  expect((statSync(join(backups.dataDir, name)).mode & 0o777).toString(8)).toBe('600')
  await writers.send(server.origin, 'After the backup')
  const sent = writers.acknowledged.length
  await until(
    () => mail.mails,
    ({ length }) => length === sent,
  )
  await server.stop()

  // The file is damaged; what remains is moved away, and the backup put in its place.
  const file = join(folder.dataDir, 'messages.sqlite')
  writeFileSync(file, 'not a database'.repeat(1_000))
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(file + part)) renameSync(file + part, `${file}${part}.damaged`)
  copyFileSync(join(backups.dataDir, name), file)
  await using restored = await startServer({ settings })
  expect((await fetch(`${restored.origin}/readyz`)).status).toBe(200)
  const kept = await keptIn(folder.dataDir)
  expect(output).toContain(`${kept.length} messages`)
  expect(kept.length).toBeGreaterThanOrEqual(20)
  expect(kept).not.toContain('After the backup')
  // Messages that were claimed in the backup become unknown when their claims end, and are due in minutes. Messages
  // delivered after the backup are mailed again, with the same Message-ID.
  endClaims(folder.dataDir)
  const untilNothing = (what: 'waiting' | 'unknown') =>
    until(
      async () => await (await fetch(`${restored.origin}/readyz`)).json(),
      (report) => report[what] === 0,
    )
  await untilNothing('waiting')
  expect((await runInbox(['retry', '--all', '--yes'], settings)).code).toBe(0)
  await untilNothing('unknown')
  expect(new Set(mail.mails.map(({ email }) => email.messageId)).size).toBe(sent)
})
