import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'

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
  const sockets = new Set<Socket>()
  /** One packet at a time, of whichever connection has waited longest. */
  const line = pLimit(1)
  const later = (send: () => void) => setTimeout(send, roundTripMs / 2)

  const server = createServer(async (browser) => {
    const upstream = connect(Number(port), hostname).on('error', () => browser.destroy())
    sockets.add(browser.on('error', () => undefined).once('close', () => sockets.delete(browser)))
    browser.on('close', () => upstream.destroy())
    // What the browser sends first comes after the handshake, and half a round trip later.
    const opened = pause(roundTripMs)
    browser.on('data', (part) => opened.then(() => later(() => upstream.writable && upstream.write(part))))
    const download = async () => {
      for await (const part of upstream)
        for (let start = 0; start < part.length; start += packetBytes) {
          const packet: Buffer = part.subarray(start, start + packetBytes)
          await line(() => pause((packet.length / bytesPerSecond) * 1_000))
          later(() => browser.writable && browser.write(packet))
        }
    }
    download().catch(() => browser.destroy())
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
