import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './messages/sender-limit.ts'

export type ConnectionRule = {
  /** All of them together; further ones are turned away. */
  most: number
  /** Those of one network; not counted where all come from a proxy. */
  ofNetwork: number | undefined
}

/**
 * Keeps idle connections from shutting others out. When nearly all places are taken, each new connection costs the place of
 * the one that has been without a request for longest, whether it has said nothing yet, half of something, or all it had.
 * (`server.closeIdleConnections` leaves those that have begun to say something.)
 */
export function guardConnections(server: Server, { most, ofNetwork }: ConnectionRule): void {
  server.maxConnections = most
  const nearlyAll = Math.floor(most * 0.9)
  const counts = new Map<string, number>()
  /** How many requests of each connection are under way. */
  const open = new Map<Socket, number>()
  /** Those without any, the one that has been so for longest first. */
  const idle = new Set<Socket>()

  server.on('connection', (socket: Socket) => {
    // It has none when it was closed already.
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    if (ofNetwork !== undefined && count > ofNetwork) {
      socket.destroy()
      // As Node tells of those that it turns away itself: the metrics count them.
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
