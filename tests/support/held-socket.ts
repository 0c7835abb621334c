/** A socket that this process keeps open and other processes serve, as with systemd. */
export type HeldSocket = Disposable & { fd: number; port: number }

/**
 * Node has no public API to bind a socket without accepting connections on it, so an internal one is used.
 * @throws Error when the socket cannot be bound
 */
export function holdSocket(): HeldSocket {
  const { TCP, constants } = (process as unknown as Binding).binding('tcp_wrap')
  const handle = new TCP(constants.SERVER)
  const failure = handle.bind('127.0.0.1', 0)
  if (failure !== 0) throw new Error(`The socket cannot be bound (${failure}).`)
  const address = { port: 0 }
  handle.getsockname(address)
  return { fd: handle.fd, port: address.port, [Symbol.dispose]: () => handle.close() }
}

type Handle = {
  fd: number
  bind(address: string, port: number): number
  getsockname(address: { port: number }): number
  close(): void
}
type Binding = {
  binding(name: string): { TCP: new (type: number) => Handle; constants: { SERVER: number } }
}

/** A command that starts a program with the socket at descriptor 3, as systemd does (sd_listen_fds(3)). */
export const withHeldSocket = ['bash', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'bash']
