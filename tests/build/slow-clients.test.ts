import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { AppParts } from '../../src/server/app.ts'
import { entryScript } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'
import { parseAnswer, startServer } from './real-server.ts'

/** The server's limits, shortened. */
const short: AppParts['limits'] = { headersMs: 150, requestMs: 300, checkMs: 50, stalledMs: 600 }

/** For tests whose clients send at once: short limits would disconnect them on a slow machine, or before the tested one. */
const generous: AppParts['limits'] = { ...short, headersMs: 300_000, requestMs: 300_000 }

/** How long a test waits for the server, so that it does not fail on a slow machine. */
const timeoutMs = 60_000

/** A client that sends anything, and never closes the connection itself. */
async function connectTo(port: number): Promise<{ socket: Socket; received: () => Buffer; closed: Promise<unknown> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // The server may close the connection while the client is still sending.
  socket.on('error', () => undefined)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(Buffer.from(part)))
  const closed = Promise.race([once(socket, 'end'), once(socket, 'close')])
  await once(socket, 'connect')
  return { socket, received: () => Buffer.concat(parts), closed }
}

/** Sends a little repeatedly until the connection is closed, whatever the server answers. */
function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(timer)), 20)
  socket.once('close', () => clearInterval(timer))
}

const head =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

test('a client that sends too slowly gets 408 and is disconnected, wherever in a request it is', async () => {
  await using server = await startServer({ limits: short })
  const open = await Promise.all(
    [
      ['', ''],
      ['GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
      [head, ' '],
    ].map(async ([start = '', then = '']) => {
      const { socket, received, closed } = await connectTo(server.port)
      socket.write(start)
      if (then) trickle(socket, then)
      await closed
      const { status, headers } = parseAnswer(received())
      expect([start, status]).toEqual([start, 408])
      expectPromised(start, headers)
      return socket
    }),
  )
  // The server closes connections although the clients keep their side open.
  await expect.poll(server.connections, { timeout: timeoutMs }).toBe(0)
  for (const socket of open) socket.destroy()
})

test('a client that does not read its answers is disconnected', async () => {
  await using server = await startServer({ limits: generous })
  const { socket } = await connectTo(server.port)
  socket.pause()
  // More answers than fit into the system’s buffers.
  socket.write(`GET ${entryScript} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2_000))
  // Once this is answered, the server has accepted the earlier connection. On a slow machine this one may also be disconnected.
  await vi.waitFor(() => server.ask('/robots.txt'), timeoutMs)
  await expect.poll(server.connections, { timeout: timeoutMs }).toBe(0)
  socket.destroy()
})

test('a connection beyond the limit is closed', async () => {
  await using server = await startServer({ limits: { connections: 1 } })
  const [first, second] = [await connectTo(server.port), await connectTo(server.port)]
  await second.closed
  first.socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => parseAnswer(first.received()).status).toBe(200)
  for (const { socket } of [first, second]) socket.destroy()
})
