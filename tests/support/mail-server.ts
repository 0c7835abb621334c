import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { envelope: { from: string; to: string[] }; email: Email }

export type MailServer = AsyncDisposable & {
  url: string
  /** Every mail that it accepted, in the order of their arrival. */
  mails: ReceivedMail[]
}

/** Starts a real SMTP server on this machine, which accepts every mail; strict-mail-server.ts is one that does not. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    logger: false,
    // The sender may keep its connection open.
    closeTimeout: 1,
    async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      mails.push({ envelope, email: await PostalMime.parse(await buffer(stream)) })
      callback()
    },
    ...options,
  })
  // A connection that a test cuts is no fault.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((closed) => server.close(() => closed())),
  }
}
