import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Limits } from '../../src/server/app.ts'
import { headOf } from './asking.ts'
import { entryScript } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'
import { startServer } from './real-server.ts'

/** The same limits as in service, but short. */
const short: Partial<Limits> = { headersMs: 150, requestMs: 300, checkMs: 50, keepAliveMs: 200, stalledMs: 600 }

/** For tests whose clients send at once: on a slow machine, short limits would cut them off. */
const patient: Partial<Limits> = { ...short, headersMs: 30_000, requestMs: 30_000 }

/** How long a test waits for the server, so that it does not fail on a slow machine. */
const patienceMs = 60_000

/** A client that sends what it likes, and never hangs up of its own accord. */
async function connectTo(port: number): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // The server may hang up while the client is still sending.
  socket.on('error', () => undefined)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(Buffer.from(part)))
  const closed = Promise.race([once(socket, 'end'), once(socket, 'close')])
  await once(socket, 'connect')
  return { socket, received: () => Buffer.concat(parts).toString('latin1'), closed }
}

/** Sends a little again and again until the connection is gone, whatever the server says. */
function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(timer)), 20)
  socket.once('close', () => clearInterval(timer))
}

const head =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

const slow: [what: string, start: string, then: string][] = [
  ['headers that stop', 'GET / HTTP/1.1\r\nHost: localhost\r\n', ''],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
  ['a first line that never ends', 'GET /', 'a'],
  ['a body that stops', head, ''],
  ['a body that never ends', head, ' '],
  ['nothing at all', '', ''],
]

test('whoever sends too slowly is answered with 408 and hung up on, wherever in a request it is', async () => {
  await using server = await startServer({ limits: short })
  const sockets = slow.map(async ([what, start, then]) => {
    const { socket, received, closed } = await connectTo(server.port)
    socket.write(start)
    if (then) trickle(socket, then)
    await closed
    const answer = headOf(received())
    expect([what, answer.status]).toEqual([what, 408])
    expectPromised(what, answer.headers)
    return socket
  })
  const open = await Promise.all(sockets)
  // Connections are closed although the clients keep their own sides open.
  await expect.poll(server.connections, { timeout: patienceMs }).toBe(0)
  for (const socket of open) socket.destroy()
})

test('a connection that lies open after its answer is closed', async () => {
  await using server = await startServer({ limits: patient })
  const { socket, received, closed } = await connectTo(server.port)
  socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('a client that does not take its answers is hung up on', async () => {
  await using server = await startServer({ limits: patient })
  const { socket } = await connectTo(server.port)
  socket.pause()
  // More answers than the system’s buffers hold.
  socket.write(`GET ${entryScript} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2_000))
  // Once this is answered, the server has seen the earlier connection. On a slow machine this one may be cut off, too.
  await vi.waitFor(() => server.ask('/robots.txt'), patienceMs)
  await expect.poll(server.connections, { timeout: patienceMs }).toBe(0)
  socket.destroy()
})

test('while many clients are slow, another one is answered', async () => {
  await using server = await startServer({ limits: patient })
  const slow = await Promise.all(Array.from({ length: 200 }, () => connectTo(server.port)))
  for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\n')
  expect((await server.ask('/')).status).toBe(200)
  expect(await server.connections()).toBeGreaterThanOrEqual(200)
  for (const { socket } of slow) socket.destroy()
})

test('more connections than allowed are turned away, and room is made again', async () => {
  await using server = await startServer({
    limits: { ...patient, connections: 5 },
  })
  const held: Socket[] = []
  for (let count = 0; count < 5; count++) {
    const { socket } = await connectTo(server.port)
    // In the middle of a request: an idle connection would be closed to make room.
    socket.write(head.replace('Host', 'Expect: 100-continue\r\nHost'))
    await once(socket, 'data')
    held.push(socket)
  }
  const sixth = await connectTo(server.port)
  await sixth.closed
  expect(sixth.received()).toBe('')
  for (const socket of held) socket.destroy()
  await expect.poll(server.connections, { timeout: patienceMs }).toBe(0)
  expect((await server.ask('/')).status).toBe(200)
})
