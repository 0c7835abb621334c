import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filled, sendJson, until } from '../messages/submissions.ts'
import { freePort } from '../support/free-port.ts'
import { runInbox } from '../support/inbox-process.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeDataDir, type ServerProcess, startInVain, startServer } from '../support/server-process.ts'

/** The cases of docs/runbook.md that no other test covers, each solved by the steps given there. */

const send = async ({ origin }: ServerProcess, changes: object = {}, headers: Record<string, string> = {}) =>
  (await sendJson(origin, { ...filled, id: randomUUID(), ...changes }, headers)).status
const readiness = async ({ origin }: ServerProcess) => await (await fetch(`${origin}/readyz`)).json()
const untilLogged = (server: ServerProcess, event: string) =>
  until(server.output, (output) => output.includes(`"event":"${event}"`))
const everyFile = (folder: string) => Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))))

test('a database that is damaged while the server runs is found by the next backup, which leaves the last good one', async () => {
  using folder = makeDataDir()
  using backups = makeDataDir()
  const settings = { DATA_DIR: folder.dataDir, CONTACT_LIMIT: '0' }
  const server = await startServer({ settings })
  for (let number = 0; number < 40; number++) await send(server, { name: `Nr. ${number}`, message: 'x'.repeat(3_000) })
  const good = join(backups.dataDir, 'good.sqlite')
  expect((await runInbox(['backup', good], settings)).code).toBe(0)
  await server.stop()
  await using damaged = await startServer({ settings })
  const file = join(folder.dataDir, 'messages.sqlite')
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(statSync(file).size - 4096, 0xa5), 0, undefined, 4096)
  closeSync(descriptor)
  // SQLite may have the damaged parts in memory, so that the server notices nothing; it answers in any case.
  expect((await fetch(damaged.origin)).status).toBe(200)
  const { code, output } = await runInbox(['backup', backups.dataDir], settings)
  expect(code).toBe(1)
  expect(output).toMatch(/^The message store .* is damaged/)
  expect(readdirSync(backups.dataDir)).toEqual(['good.sqlite'])
  expect((await startInVain(settings)).code).toBe(1)
  // one-machine.test.ts goes on from here: it restores a backup.
})

test('a wave of spam: it is counted, the office gets none of what fills the trap, and it can be erased', async () => {
  using folder = makeDataDir()
  await using mail = await startMailServer()
  const metricsPort = await freePort()
  const settings = {
    DATA_DIR: folder.dataDir,
    SMTP_URL: mail.url,
    CONTACT_TO: 'office@example.org',
    TRUST_PROXY: '1',
    METRICS_PORT: String(metricsPort),
  }
  await using server = await startServer({ settings })
  const robot = (number: number) => ({ 'x-forwarded-for': `192.0.2.${number % 250}` })
  const wave = await Promise.all(
    Array.from({ length: 300 }, (_, number) =>
      send(
        server,
        { email: 'spam@example.net', message: `Buy ${number}`, website: 'http://spam.example' },
        robot(number),
      ),
    ),
  )
  expect(new Set(wave)).toEqual(new Set([201]))
  // A robot that does not fill the trap is stopped by the limit on senders.
  const one = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      send(server, { email: 'spam@example.net', message: `Sell ${number}` }, { 'x-forwarded-for': '198.51.100.9' }),
    ),
  )
  expect(one.filter((status) => status === 201)).toHaveLength(5)
  expect(await send(server, { name: 'A person' }, { 'x-forwarded-for': '203.0.113.5' })).toBe(201)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('contact_messages_total{outcome="trapped"} 300')
  expect(metrics).toContain('contact_messages_total{outcome="too_many"} 15')
  await until(
    () => mail.mails,
    ({ length }) => length === 6,
  )
  const erased = await runInbox(['erase', '--email', 'spam@example.net', '--yes', '--json'], settings)
  expect(erased).toMatchObject({ code: 0 })
  expect(JSON.parse((await runInbox(['list', '--json'], settings)).output)).toHaveLength(1)
  expect(everyFile(folder.dataDir).includes('spam@example.net')).toBe(false)
})

test('the mail server’s password changes: messages wait, and go out once the new one is set', async () => {
  using folder = makeDataDir()
  let password = 'old'
  await using mail = await startMailServer({
    onAuth: (auth, _session, callback) =>
      auth.password === password
        ? callback(null, { user: auth.username })
        : callback(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  const settingsWith = (secret: string) => ({
    DATA_DIR: folder.dataDir,
    SMTP_URL: mail.url.replace('//', `//web:${secret}@`),
    CONTACT_TO: 'office@example.org',
    CONTACT_LIMIT: '0',
  })
  const server = await startServer({ settings: settingsWith('old') })
  await send(server, { name: 'Before' })
  await untilLogged(server, 'mail_sent')
  expect(server.output()).toContain(`mailed to office@example.org through 127.0.0.1:${mail.port}`)
  password = 'new'
  await send(server, { name: 'Meanwhile' })
  await untilLogged(server, 'mail_unreachable')
  expect(await readiness(server)).toMatchObject({ status: 'ready', mail: 'waiting', waiting: 1 })
  expect(server.output()).not.toMatch(/web:old/)
  await server.stop()
  await using again = await startServer({ settings: settingsWith('new') })
  await until(
    () => readiness(again),
    ({ waiting }) => waiting === 0,
  )
  expect(mail.mails.map(({ email }) => email.replyTo?.[0]?.name)).toEqual(['Before', 'Meanwhile'])
})
