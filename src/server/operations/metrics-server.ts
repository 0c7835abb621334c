import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/** How long a reader may take over its request. */
const requestTimeoutMs = 5_000

/**
 * Gives the metrics at /metrics, to this machine alone. They have a port of their own, so that no proxy in front of the
 * site can hand them to the public by mistake.
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: requestTimeoutMs, maxHeaderSize: 8_192 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}
