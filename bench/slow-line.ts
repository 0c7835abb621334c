import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Slow 4G as Lighthouse defines it: round trip, and download rate. */
const roundTripMs = 150
const bytesPerSecond = (1.6 * 1000 * 1000) / 8
/** The payload of a packet; connections take turns packet by packet. */
const packetBytes = 1_460

/**
 * A proxy that is as slow as a slow line, for any browser: a connection costs a round trip, a request another, and all
 * connections share the download rate. Uploads are small, so they are only delayed.
 */
export async function startSlowLine(target: string): Promise<AsyncDisposable & { origin: string }> {
  const { hostname, port } = new URL(target)
  const waiting = new Map<Socket, Buffer[]>()
  const sockets = new Set<Socket>()
  let isBusy = false

  /** Sends a packet of one connection after the other, as fast as the line goes. */
  function send(): void {
    const [turn] = waiting
    isBusy = turn !== undefined
    if (!turn) return
    const [socket, parts] = turn
    waiting.delete(socket)
    const [first = Buffer.alloc(0), ...rest] = parts
    const packet = first.subarray(0, packetBytes)
    if (first.length > packetBytes) rest.unshift(first.subarray(packetBytes))
    if (rest.length > 0) waiting.set(socket, rest)
    setTimeout(() => socket.writable && socket.write(packet), roundTripMs / 2)
    setTimeout(send, (packet.length / bytesPerSecond) * 1_000)
  }

  const server = createServer(async (browser) => {
    sockets.add(browser.on('error', () => undefined).once('close', () => sockets.delete(browser)))
    // What the browser sends first comes after the handshake, and half a round trip later.
    const upstream = connect(Number(port), hostname).on('error', () => browser.destroy())
    const opened = new Promise((resolve) => setTimeout(resolve, roundTripMs))
    browser.on('data', (part) =>
      opened.then(() => setTimeout(() => upstream.writable && upstream.write(part), roundTripMs / 2)),
    )
    upstream.on('data', (part: Buffer) => {
      waiting.set(browser, [...(waiting.get(browser) ?? []), part])
      if (!isBusy) send()
    })
    browser.on('close', () => upstream.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
