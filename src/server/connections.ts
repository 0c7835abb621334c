import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './messages/sender-limit.ts'

export type ConnectionRule = {
  /** How many may be open at once; further ones are turned away. */
  most: number
  /** How many one network may have; not counted behind a proxy, where all come from its address. */
  ofNetwork: number | undefined
}

/**
 * Keeps idle connections from shutting others out. When nearly all places are taken, each new connection closes the one that
 * has been without a request for longest, whether that has sent nothing yet, half a request, or has had its answers.
 * (`server.closeIdleConnections` leaves those that have sent half a request.)
 */
export function guardConnections(server: Server, { most, ofNetwork }: ConnectionRule): void {
  server.maxConnections = most
  const nearlyAll = Math.floor(most * 0.9)
  const counts = new Map<string, number>()
  /** How many requests of each connection are under way. */
  const open = new Map<Socket, number>()
  /** Connections without a request under way, the longest idle first. */
  const idle = new Set<Socket>()

  server.on('connection', (socket: Socket) => {
    // A socket that is closed already has no address.
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    if (ofNetwork !== undefined && count > ofNetwork) {
      socket.destroy()
      // Node emits this for connections over `maxConnections`; the metrics count both by it.
      server.emit('drop', { remoteAddress: socket.remoteAddress })
      return
    }
    counts.set(network, count)
    const [longest] = idle
    if (longest && open.size >= nearlyAll) {
      idle.delete(longest)
      longest.destroy()
    }
    open.set(socket, 0)
    idle.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })

  server.on('request', ({ socket }, response) => {
    if (!open.has(socket)) return
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })

  function change(socket: Socket, by: 1 | -1): void {
    const underWay = open.get(socket)
    if (underWay === undefined) return
    open.set(socket, underWay + by)
    if (underWay + by > 0) idle.delete(socket)
    else idle.add(socket)
  }
}
