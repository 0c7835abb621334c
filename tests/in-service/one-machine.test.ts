import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endClaims, messagesIn } from '../messages/promise.ts'
import { until } from '../messages/submissions.ts'
import { holdSocket, withHeldSocket } from '../support/held-socket.ts'
import { runInbox } from '../support/inbox-process.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeDataDir, startServer } from '../support/server-process.ts'
import { startFront } from './front.ts'
import { send, startLoad, visitorsOf } from './visitors.ts'

const keptIn = async (dataDir: string) => (await messagesIn(dataDir)).map(({ name }) => name).sort()

const settingsFor = (dataDir: string, changes: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  CONTACT_LIMIT: '0',
  TRUST_PROXY: '1',
  ...changes,
})

test('an upgrade under load: no request fails, and every message is kept and mailed once', async () => {
  using folder = makeDataDir()
  using socket = holdSocket()
  await using mail = await startMailServer()
  const settings = settingsFor(folder.dataDir, { SMTP_URL: mail.url, CONTACT_TO: 'office@example.org' })
  const start = () => startServer({ settings, within: withHeldSocket, inherit: [socket.fd] })
  let server = await start()
  await using front = await startFront([socket.port])
  using visitors = visitorsOf(front)
  const load = startLoad(visitors)
  for (let restart = 0; restart < 3; restart++) {
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
  await server.stop()
  expect(mail.mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()).toEqual(acknowledged)
  expect(front.output()).not.toMatch(/\[(?:warn|alert|emerg)\]/)
})

test('the server is killed under load: nothing acknowledged is lost, and only what was under way fails', async () => {
  using folder = makeDataDir()
  using socket = holdSocket()
  const start = () =>
    startServer({ settings: settingsFor(folder.dataDir), within: withHeldSocket, inherit: [socket.fd] })
  const doomed = await start()
  await using front = await startFront([socket.port])
  using visitors = visitorsOf(front)
  const load = startLoad(visitors)
  await load.goesOn(30)
  await doomed.kill()
  await using _next = await start()
  await load.goesOn(20)
  const { statuses, acknowledged } = await load.end()
  const failed = [...statuses].filter(([status]) => status !== 200 && status !== 201)
  // A visitor whose request was under way reads that it failed; nobody is left without an answer.
  expect(failed.every(([status]) => status === 503)).toBe(true)
  expect(failed.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(8)
  const kept = await keptIn(folder.dataDir)
  expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([])
})

test('plain HTTP leads to TLS, and TLS brings every header once', async () => {
  using folder = makeDataDir()
  await using server = await startServer({
    settings: settingsFor(folder.dataDir, { SITE_ORIGIN: 'https://www.example.org' }),
  })
  await using front = await startFront([Number(new URL(server.origin).port)])
  const plain = await fetch(`http://127.0.0.1:${front.plainPort}/en?a=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://www.example.org/en?a=1'])
  using visitors = visitorsOf(front)
  const { status, headers } = await visitors.ask('/en')
  expect(status).toBe(200)
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
  expect(headers.server).toBe('nginx')
  expect((await visitors.ask('/readyz')).status).toBe(200)
  const large = await visitors.ask('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `language=fr&message=${'x'.repeat(70_000)}`,
  })
  expect([large.status, large.body.includes('lang="fr"')]).toEqual([413, true])
})

test('a backup is made while the server runs, and put back by the steps in docs/operating.md', async () => {
  using folder = makeDataDir()
  using backups = makeDataDir()
  await using mail = await startMailServer()
  const settings = settingsFor(folder.dataDir, { SMTP_URL: mail.url, CONTACT_TO: 'office@example.org' })
  const server = await startServer({ settings })
  await using front = await startFront([Number(new URL(server.origin).port)])
  using visitors = visitorsOf(front)
  const load = startLoad(visitors, { writers: 2, readers: 0 })
  await load.goesOn(10)
  const { code, output } = await runInbox(['backup', backups.dataDir], settings)
  const { statuses } = await load.end()
  expect([code, [...statuses.keys()]]).toEqual([0, [201]])
  const [name = '', ...others] = readdirSync(backups.dataDir)
  expect(others).toEqual([])
  expect(name).toMatch(/^messages-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/)
  expect(output).toContain(`messages backed up to ${join(backups.dataDir, name)}`)
  expect((statSync(join(backups.dataDir, name)).mode & 0o777).toString(8)).toBe('600')
  await until(
    () => keptIn(folder.dataDir),
    ({ length }) => mail.mails.length === length,
  )
  const mailed = mail.mails.length
  await send(visitors, 'After the backup')
  await until(
    () => mail.mails,
    ({ length }) => length > mailed,
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
  expect(kept.length).toBeGreaterThan(10)
  expect(kept).not.toContain('After the backup')
  // What was on its way at the time of the backup is unknown once its claim has ended, and due in minutes. What the
  // backup did not know to be delivered is mailed again, with the same Message-ID.
  endClaims(folder.dataDir)
  const untilNothing = (what: 'waiting' | 'unknown') =>
    until(
      async () => await (await fetch(`${restored.origin}/readyz`)).json(),
      (report) => report[what] === 0,
    )
  await untilNothing('waiting')
  expect((await runInbox(['retry', '--all', '--yes'], settings)).code).toBe(0)
  await untilNothing('unknown')
  const ids = mail.mails.map(({ email }) => email.messageId)
  expect(ids.length).toBeGreaterThanOrEqual(mailed)
  expect(new Set(ids).size).toBe(mailed + 1)
  rmSync(`${file}.damaged`)
})
