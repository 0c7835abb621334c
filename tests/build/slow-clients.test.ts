import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { expectPromised } from '../support/promised-headers.ts'
import { parseAnswer, startServer } from './real-server.ts'

test('a client that sends too slowly gets 408 and is disconnected, wherever in a request it is', async () => {
  await using server = await startServer({ limits: { headersMs: 150, requestMs: 300, checkMs: 50 } })
  const post = 'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
  for (const start of ['', 'GET / HTTP/1.1\r\nHost: a\r\n', post]) {
    // A client that never closes the connection itself.
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(Buffer.from(part))).write(start)
    await once(socket, 'end')
    const { status, headers } = parseAnswer(Buffer.concat(parts))
    expect([start, status]).toEqual([start, 408])
    expectPromised(start, headers)
    // The server closes connections although the clients keep their side open.
    const connections = promisify(server.node.getConnections).bind(server.node)
    await expect.poll(() => connections()).toBe(0)
    socket.destroy()
  }
})
