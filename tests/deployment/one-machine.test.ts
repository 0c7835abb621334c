import { expect, test } from 'vitest'
import { messagesIn, settingsFor } from '../messages/promise.ts'
import { until } from '../messages/submissions.ts'
import { holdSocket, withHeldSocket } from '../support/held-socket.ts'
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
  // The socket is held and nobody takes what comes: nginx answers by itself in the end.
  const outage = await visitors.ask('/en')
  expect([outage.status, outage.headers['retry-after']]).toEqual([503, '30'])
  expect(outage.body).toContain('lang="fr"')
  expect(mail.mails.map(({ email }) => email.replyTo?.[0]?.name ?? '').sort()).toEqual(acknowledged)
  // What was not found left no line either, which would name the visitor.
  expect(front.output()).not.toMatch(/client:|\[(?:warn|alert|emerg)\]/)
})
