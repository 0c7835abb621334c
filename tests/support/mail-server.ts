import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { envelope: { from: string; to: string[] }; raw: string; email: Email }

export type MailServer = AsyncDisposable & {
  url: string
  port: number
  /** Every mail that it took, in the order of their arrival. */
  mails: ReceivedMail[]
  stop(): Promise<void>
}

/** Starts a real SMTP server on this machine, which takes every mail; strict-mail-server.ts is one that does not. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    logger: false,
    onData: (stream, session, callback) => void receive(stream, session, callback),
    ...options,
  })
  // A connection that a test cuts is no fault.
  server.on('error', () => undefined)

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    const parts: Buffer[] = []
    try {
      for await (const part of stream) parts.push(part)
    } catch {
      // The sender was killed in the middle of the mail.
      return
    }
    const raw = Buffer.concat(parts).toString('utf8')
    const { mailFrom, rcptTo } = session.envelope
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
    mails.push({ envelope, raw, email: await PostalMime.parse(raw) })
    callback()
  }

  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = async () => {
    closeSockets(server)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function closeSockets(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<{ _socket: Socket }> }
  for (const { _socket } of connections) _socket.destroy()
}
