import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** What the server does with a mail: takes it, refuses it with an SMTP code, never answers, or hangs up. */
export type Behaviour = 'accept' | 'hang' | 'vanish' | { refuse: number; at: 'sender' | 'recipient' | 'data' }

export type ReceivedMail = { envelope: { from: string; to: string[] }; raw: string; email: Email }

export type MailServer = AsyncDisposable & {
  url: string
  port: number
  /** Every mail that it took, in the order of their arrival. */
  mails: ReceivedMail[]
  /** How many mails it was given, whatever it did with them. */
  attempts(): number
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

/**
 * Starts a real SMTP server on this machine.
 * @param port the port of an earlier one, to come back where it was
 * @param delayMs how long it takes over each mail
 */
export async function startMailServer({
  port = 0,
  delayMs = 0,
  ...options
}: SMTPServerOptions & { port?: number; delayMs?: number } = {}): Promise<MailServer> {
  let behaviour: Behaviour = 'accept'
  let attempts = 0
  const mails: ReceivedMail[] = []
  const refusal = (at: string) =>
    typeof behaviour === 'object' && behaviour.at === at
      ? Object.assign(new Error('refused by the test'), { responseCode: behaviour.refuse })
      : null

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    logger: false,
    onMailFrom: (_address, _session, callback) => callback(refusal('sender')),
    onRcptTo: (_address, _session, callback) => callback(refusal('recipient')),
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
      // Whoever sent it was killed in the middle.
      return
    }
    attempts++
    if (behaviour === 'hang') return
    if (behaviour === 'vanish') return closeSockets(server)
    const refused = refusal('data')
    if (refused) return callback(refused)
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const raw = Buffer.concat(parts).toString('utf8')
    const { mailFrom, rcptTo } = session.envelope
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
    mails.push({ envelope, raw, email: await PostalMime.parse(raw) })
    callback()
  }

  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: listening } = server.server.address() as AddressInfo
  const stop = async () => {
    closeSockets(server)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    mails,
    attempts: () => attempts,
    behave: (next) => {
      behaviour = next
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function closeSockets(server: SMTPServer): void {
  const { connections } = server as unknown as { connections: Set<{ _socket: Socket }> }
  for (const { _socket } of connections) _socket.destroy()
}
