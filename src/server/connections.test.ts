import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type ConnectionRule, guardConnections } from './connections.ts'

const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

type Client = { socket: Socket; closed: Promise<unknown>; received: () => string }

/** A server that answers when it is told to, its clients, and how many it has turned away. */
async function startGuarded(rule: ConnectionRule) {
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => void waiting.push(response))
  guardConnections(server, rule)
  let dropped = 0
  server.on('drop', () => dropped++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  return {
    dropped: () => dropped,
    waiting,
    answerAll: () => {
      for (const response of waiting.splice(0)) response.end('x')
    },
    /** Resolves once the server has the connection, and what was said. */
    async connect(words = ''): Promise<Client> {
      const accepted = once(server, 'connection')
      const asked = words === ask ? once(server, 'request') : undefined
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
      sockets.push(socket)
      const parts: string[] = []
      socket.on('data', (part) => parts.push(String(part)))
      const closed = once(socket, 'close')
      const [taken] = (await accepted) as [Socket]
      if (words) {
        const heard = once(taken, 'data')
        socket.write(words)
        await (asked ?? heard)
      }
      return { socket, closed, received: () => parts.join('') }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each([
  ['says nothing', ''],
  ['says half of something', 'GET / HTTP/1.1\r\nHos'],
])('when nearly all places are taken, one that %s gives way, and whoever asks is answered', async (_what, words) => {
  await using server = await startGuarded({ most: 10, ofNetwork: undefined })
  const idle: Client[] = []
  for (let count = 0; count < 9; count++) idle.push(await server.connect(words))
  const newcomer = await server.connect(ask)
  // The connection that has been idle for longest is closed, and no other.
  await idle[0]?.closed
  server.answerAll()
  await once(newcomer.socket, 'data')
  expect(newcomer.received()).toMatch(/^HTTP\/1\.1 200 /)
  expect(idle.filter(({ socket }) => socket.closed)).toEqual([idle[0]])
})

test('one that has had its answer gives way too, and none whose request is under way', async () => {
  await using server = await startGuarded({ most: 10, ofNetwork: undefined })
  const answered = await server.connect(ask)
  server.answerAll()
  await once(answered.socket, 'data')
  const busy: Client[] = []
  for (let count = 0; count < 8; count++) busy.push(await server.connect(ask))
  const newcomer = await server.connect(ask)
  await answered.closed
  const last = await server.connect(ask)
  expect(server.waiting).toHaveLength(10)
  server.answerAll()
  for (const { socket } of [...busy, newcomer, last]) await once(socket, 'data')
  expect(server.dropped()).toBe(0)
})

test('one with a second request behind the first is not idle after the first answer', async () => {
  await using server = await startGuarded({ most: 3, ofNetwork: undefined })
  const twice = await server.connect(ask)
  twice.socket.write(ask)
  while (server.waiting.length < 2) await new Promise((resolve) => setImmediate(resolve))
  server.waiting.shift()?.end('x')
  await once(twice.socket, 'data')
  const silent = await server.connect()
  await server.connect(ask)
  await silent.closed
  expect(twice.socket.closed).toBe(false)
})

test('one network may have so many connections and no more, and gets a place back with each that it closes', async () => {
  await using server = await startGuarded({ most: 100, ofNetwork: 3 })
  const first = await server.connect(ask)
  for (let count = 0; count < 2; count++) await server.connect(ask)
  const fourth = await server.connect()
  await fourth.closed
  expect(server.dropped()).toBe(1)
  expect(server.waiting).toHaveLength(3)
  const gone = once(server.waiting[0] as ServerResponse, 'close')
  first.socket.destroy()
  await gone
  const fifth = await server.connect(ask)
  server.answerAll()
  await once(fifth.socket, 'data')
  expect(server.dropped()).toBe(1)
})
