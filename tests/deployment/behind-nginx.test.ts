import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import { filled, messagesIn, settingsFor } from '../messages/submissions.ts'
import { granted, letIn, openActStore, sequenceOf } from '../support/office.ts'
import { makeDatabase, startPostgres } from '../support/postgres-server.ts'
import { startServer } from '../support/server-process.ts'
import { startStrictMailServer } from '../support/strict-mail-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { bareHost, type Nginx, siteHost, startNginx } from './nginx.ts'

type Handle = {
  fd: number
  bind(address: string, port: number): number
  getsockname(address: { port: number }): number
  close(): void
}

/**
 * A socket that this process keeps open and other processes serve, as with systemd. Node has no public API to bind a socket without
 * accepting connections on it, so an internal one is used.
 */
function holdSocket(): Disposable & { fd: number; port: number } {
  const { TCP } = (process as unknown as { binding(name: string): { TCP: new (type: number) => Handle } }).binding(
    'tcp_wrap',
  )
  const server = 1
  const handle = new TCP(server)
  const address = { port: 0 }
  expect(handle.bind('127.0.0.1', 0) || handle.getsockname(address)).toBe(0)
  return { fd: handle.fd, port: address.port, [Symbol.dispose]: () => handle.close() }
}

/** A command that starts a program with the socket at descriptor 3, as systemd does (sd_listen_fds(3)). */
const withHeldSocket = ['bash', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'bash']

/** Sends requests through nginx as browsers do: over TLS, on persistent connections. */
function askerOf({ port, ca }: Nginx, host = siteHost) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca, servername: host })
  return async (path: string, body?: object | string) => {
    const type = typeof body === 'object' ? 'application/json' : 'application/x-www-form-urlencoded'
    const headers = { host, ...(body && { 'content-type': type }) }
    const asking = request({ agent, hostname: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers })
    asking.end(typeof body === 'object' ? JSON.stringify(body) : body)
    const [response] = await once(asking, 'response')
    return { status: response.statusCode as number, headers: response.headers, body: await text(response) }
  }
}

/** Visitors who read and write, until `end` is called. A connection that breaks fails the test. */
function startLoad(ask: ReturnType<typeof askerOf>) {
  const statuses = new Set<number>()
  const acknowledged: string[] = []
  let isOn = true
  let sent = 0
  const write = async () => {
    while (isOn) {
      const name = `Visitor ${++sent}`
      const { status } = await ask('/api/contact', { ...filled, name, id: randomUUID() })
      statuses.add(status)
      if (status === 201) acknowledged.push(name)
      // Each mail has a connection of its own: a fast machine would otherwise send thousands.
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }
  const read = async () => {
    while (isOn) for (const path of ['/', '/en/contact', '/robots.txt']) statuses.add((await ask(path)).status)
  }
  const all = Promise.all([write(), write(), write(), read(), read(), read()])
  return {
    /** Waits until that many more messages have been acknowledged. */
    async goesOn(messages: number) {
      const enough = acknowledged.length + messages
      await Promise.race([all, expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(enough)])
    },
    async end() {
      isOn = false
      await all
      return { statuses: [...statuses].sort(), acknowledged: acknowledged.sort(), sent }
    },
  }
}

test('during an upgrade under load, no request fails, and every message is stored and emailed once, behind TLS', async () => {
  using folder = temporaryFolder()
  using socket = holdSocket()
  await using mail = await startStrictMailServer()
  const settings = settingsFor(mail.url, {
    DATA_DIR: folder.path,
    TRUST_PROXY: '1',
    SITE_ORIGIN: `https://${siteHost}`,
  })
  const start = () => startServer({ settings, within: withHeldSocket, inherit: [socket.fd] })
  let server = await start()
  await using nginx = await startNginx(socket.port)
  const ask = askerOf(nginx)
  const load = startLoad(ask)
  for (let restart = 0; restart < 2; restart++) {
    await load.goesOn(20)
    expect(await server.stop()).toBe(0)
    server = await start()
  }
  await load.goesOn(10)
  const { statuses, acknowledged, sent } = await load.end()
  expect(statuses).toEqual([200, 201])
  expect(acknowledged).toHaveLength(sent)
  expect((await messagesIn(folder.path)).map(({ name }) => name).sort()).toEqual(acknowledged)
  await expect.poll(() => mail.taken).toHaveLength(sent)

  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/en?a=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, `https://${siteHost}/en?a=1`])
  const bare = await askerOf(nginx, bareHost)('/en?a=1')
  expect([bare.status, bare.headers.location]).toEqual([301, `https://${siteHost}/en?a=1`])
  expect(bare.headers).toMatchObject({ 'x-content-type-options': 'nosniff', server: 'nginx' })
  expect((await fetch(`http://127.0.0.1:${nginx.plainPort}/.well-known/acme-challenge/missing`)).status).toBe(404)
  expect((await ask('/en')).headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'/),
    server: 'nginx',
  })
  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/api/contact', `language=fr&message=${'x'.repeat(70_000)}`)).status).toBe(413)
  await server.stop()
  // The socket is open, but no server accepts connections: nginx finally answers by itself.
  const outage = await ask('/en')
  expect([outage.status, outage.headers['retry-after']]).toEqual([503, '30'])
  expect(outage.body).toContain('lang="fr"')
  expect(mail.taken.map(({ from }) => from).sort()).toEqual(acknowledged)
  // A page that was not found left no log line either, which would name the visitor.
  expect(nginx.output()).not.toMatch(/client:|\[(?:warn|alert|emerg)\]/)
})

test('an entry is on both servers behind nginx within ten seconds of the second signature', async () => {
  await using postgres = await startPostgres()
  const { url: databaseUrl } = await makeDatabase(postgres.port)
  const settings = { DATABASE_URL: databaseUrl, TRUST_PROXY: '1', SITE_ORIGIN: `https://${siteHost}` }
  await using one = await startServer({ settings })
  await using other = await startServer({ settings })
  await using nginx = await startNginx(...[one, other].map(({ origin }) => Number(new URL(origin).port)))
  const ask = askerOf(nginx)
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
  expect((await ask(path)).status).toBe(200)
  // Whichever server nginx asks.
  await one.stop()
  expect((await ask(path)).status).toBe(200)
  await database.close()
})
