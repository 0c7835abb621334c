import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../../settings.ts'
import type { Outcome } from '../messages/message-store.ts'
import type { BuiltMail } from './build-mail.ts'
import { isLoopback } from './loopback.ts'
import type { Mailer } from './mailer.ts'

/**
 * How far an attempt has come: `session` until the server lets us send, `envelope` until it asks for the mail, `data` from
 * the mail's first byte on. Until then it has seen nothing of the message.
 */
export type Stage = 'session' | 'envelope' | 'data'

/**
 * How long to wait for the mail server, in milliseconds (RFC 5321 section 4.5.3.2). A client that gives up sooner after
 * the end of the data sends the same mail again and again to a slow server (RFC 1047).
 */
export const smtpLimits = {
  connectMs: 30_000,
  /** For each reply before the mail, and for each part of the mail to be taken. */
  commandMs: 5 * 60_000,
  /** From the end of the mail to the end of the reply, even if it comes in pieces; as long for sending the mail. */
  answerMs: 10 * 60_000,
}

type SmtpFailure = { reply?: string | undefined; message: string }

/**
 * The kind of failure follows from how far the attempt had come and what the server replied (RFC 5321 section 4.2.1).
 * All mails have the same sender and recipients, so a failure before the data is about all of them, unless the
 * server replies about this one.
 */
export function outcomeOf(stage: Stage, { reply, message }: SmtpFailure): Outcome {
  const reason = reply ?? message
  const code = Number(/^[45]\d\d/.exec(reply ?? '')?.[0])
  if (stage === 'data') return { kind: code >= 500 ? 'refused' : code >= 400 ? 'deferred' : 'unknown', reason }
  // 421: the server is closing; 530 to 538: it wants another login, not another mail (RFC 4954).
  const isAboutMail = stage === 'envelope' && code > 0 && code !== 421 && !(code >= 530 && code <= 538)
  if (!isAboutMail) return { kind: 'away', reason }
  return { kind: code >= 500 ? 'refused' : 'deferred', reason }
}

/**
 * Sends mails to the server at SMTP_URL, each over a connection of its own. Nothing is ever sent to the visitor. It uses
 * nodemailer's SMTPConnection, because `sendMail` does not report how far an attempt has come, so whether the mail may have arrived.
 * @throws Error when the address cannot be used. At each attempt, that would be recorded as a rejected message
 */
export function smtpMailer(
  settings: Pick<MailSettings, 'smtpUrl' | 'greeting'>,
  limits = smtpLimits,
): Mailer<BuiltMail> {
  const connection = smtpConnection(settings, limits)
  return { send: (mail, signal) => new Attempt(connection, limits, signal).run(mail) }
}

/** One connection, and one mail over it. */
class Attempt {
  readonly #connection: SMTPConnection
  readonly #login: { user: string; pass: string } | undefined
  readonly #limits: typeof smtpLimits
  readonly #signal: AbortSignal
  readonly #failed = Promise.withResolvers<never>()
  #stage: Stage = 'session'
  #timer: NodeJS.Timeout | undefined

  constructor(
    { login, ...options }: ReturnType<typeof smtpConnection>,
    limits: typeof smtpLimits,
    signal: AbortSignal,
  ) {
    this.#connection = new SMTPConnection(options)
    this.#login = login
    this.#limits = limits
    this.#signal = signal
    // These events alone report a connection that breaks while no command waits for its answer.
    this.#connection.on('error', (error) => this.#failed.reject(error))
    this.#connection.on('end', () => this.#failed.reject(new Error('The mail server has closed the connection.')))
    this.#failed.promise.catch(() => undefined)
  }

  async run({ envelope, content }: BuiltMail): Promise<Outcome> {
    const end = () => this.#stage !== 'data' && this.#failed.reject(new Error('This server is stopping.'))
    this.#signal.addEventListener('abort', end)
    if (this.#signal.aborted) end()
    try {
      await this.#step((done) => this.#connection.connect(done), this.#limits.connectMs + this.#limits.commandMs)
      const login = this.#login
      if (login) await this.#step((done) => this.#connection.login(login, done), this.#limits.commandMs)
      this.#stage = 'envelope'
      const { rejected } = await this.#step<{ rejected: string[] }>(
        (done) => this.#connection.send(envelope, this.#source(content), done),
        3 * this.#limits.commandMs,
      )
      return rejected.length > 0 ? { kind: 'sent', refusedRecipients: rejected.length } : { kind: 'sent' }
    } catch (error) {
      const { message, response } = error as Error & { response?: string }
      return outcomeOf(this.#stage, { message, reply: response })
    } finally {
      this.#signal.removeEventListener('abort', end)
      if (this.#stage !== 'session') this.#connection.quit()
      clearTimeout(this.#timer)
      this.#connection.close()
    }
  }

  /** The mail as a stream: that it is read shows that the server has asked for it. */
  #source(mail: Buffer): Readable {
    const source = new Readable({
      read: () => {
        this.#stage = 'data'
        this.#limit(this.#limits.answerMs)
        source.push(mail)
        source.push(null)
      },
    })
    source.once('end', () => this.#limit(this.#limits.answerMs))
    return source
  }

  #step<Result>(begin: (done: (error?: Error | null, result?: Result) => void) => void, ms: number): Promise<Result> {
    this.#limit(ms)
    const done = new Promise<Result>((resolve, reject) =>
      begin((error, result) => (error ? reject(error) : resolve(result as Result))),
    )
    return Promise.race([done, this.#failed.promise])
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#failed.reject(new Error(`The mail server has not answered for ${ms / 1000} s.`)),
      ms,
    )
  }
}

/** How every connection to the mail server is made. */
function smtpConnection({ smtpUrl, greeting }: Pick<MailSettings, 'smtpUrl' | 'greeting'>, limits: typeof smtpLimits) {
  const { protocol, username, password, hostname, port } = new URL(smtpUrl)
  const isLocal = isLoopback(hostname)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    // Some servers reject the greeting of a host without a name, such as nodemailer's own, 127.0.0.1.
    name: isIP(greeting) ? `[${greeting}]` : greeting,
    secure: isSecure,
    // A password is sent encrypted only, except to this machine.
    requireTLS: !isSecure && username !== '' && !isLocal,
    // A mail server on the same machine often has a self-signed certificate.
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.commandMs,
    // Ends a silent connection, but not one whose reply comes in pieces: an attempt has limits of its own.
    socketTimeout: limits.answerMs,
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}
