import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { nginxStartMs } from '../support/nginx-server.ts'
import { startFront } from './front.ts'
import { visitorsOf } from './visitors.ts'

/** A service that takes requests and never answers, and tells when it has so many. */
async function startSilent() {
  const port = await freePort()
  const sockets: Socket[] = []
  let note = () => {}
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    note()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    async untilAsked(times: number) {
      while (sockets.length < times)
        await new Promise<void>((resolve) => {
          note = resolve
        })
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

// A visitor with one IPv6 address can use all addresses of its /64 network, so they are counted together.
test(
  'the limit on connections counts an IPv4 address, and an IPv6 network of 64 bits',
  async () => {
    using service = await startSilent()
    await using front = await startFront([service.port], {
      // The visitor's address, as the test has it: nginx looks at nothing else.
      http: 'set_real_ip_from 127.0.0.1; real_ip_header x-test-address;',
      change: (lines) => lines.replace('limit_conn site_connections 100;', 'limit_conn site_connections 2;'),
    })
    using visitors = visitorsOf(front)
    const ask = (address: string) => visitors.ask('/', { headers: { 'x-test-address': address } })
    const addressesOf = [
      ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
      ['2001:db8:0:1::1', '2001:db8:0:1:ffff::1', '2001:db8:0:1:2:3:4:5'],
      // The next network is another visitor's, although most of its bytes are the same.
      ['2001:db8:0:2::a', '2001:db8:0:2::a0a', '2001:db8:0:2:a0a::'],
      ['192.0.2.2', '192.0.2.2', '192.0.2.2'],
    ] as const
    for (const [index, [one, two, three]] of addressesOf.entries()) {
      void ask(one)
      void ask(two)
      await service.untilAsked(2 * (index + 1))
      expect([three, (await ask(three)).status]).toEqual([three, 429])
    }
  },
  nginxStartMs,
)
