import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { promisify } from 'node:util'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../../settings.ts'
import type { Outcome } from '../messages/message-store.ts'
import type { Log } from '../operations/log.ts'
import type { BuiltMail } from './build-mail.ts'
import type { Mailer } from './mailer.ts'

/**
 * How far an attempt has come: `session` until the login is done, `envelope` until the server asks for the data, `data` from the first
 * byte of the mail. Before that, the server has received nothing of the message.
 */
type Stage = 'session' | 'envelope' | 'data'

/**
 * Timeouts for the mail server, in milliseconds (RFC 5321 section 4.5.3.2). With a shorter one after the end of the data, a slow
 * server would get the same mail repeatedly (RFC 1047).
 */
export const smtpLimits = {
  connectMs: 30_000,
  /** For each reply before the data. */
  commandMs: 5 * 60_000,
  /** For sending the data, and then for the complete reply, even if that arrives in pieces. */
  answerMs: 10 * 60_000,
}

type SmtpFailure = { reply?: string | undefined; message: string }

/**
 * The outcome of a failed attempt, from its stage and the server's reply (RFC 5321 section 4.2.1). All mails have the same sender
 * and recipients, so a failure before the data affects all of them, unless the server replies about this one.
 */
function outcomeOf(stage: Stage, { reply, message }: SmtpFailure): Outcome {
  const reason = (reply ?? message).trim()
  const code = Number(/^[45]\d\d/.exec(reply ?? '')?.[0])
  if (stage === 'data') return { kind: code >= 500 ? 'refused' : code >= 400 ? 'deferred' : 'unknown', reason }
  // 421: the server is closing; 530 to 538: it requires another login (RFC 4954).
  const isAboutMail = stage === 'envelope' && code > 0 && code !== 421 && !(code >= 530 && code <= 538)
  if (!isAboutMail) return { kind: 'away', reason }
  return { kind: code >= 500 ? 'refused' : 'deferred', reason }
}

/**
 * Sends mails to the server at SMTP_URL, each over a connection of its own. Nothing is ever sent to the visitor.
 * @throws Error when the address cannot be used. At each attempt, that would be recorded as a rejected message
 */
export function smtpMailer(
  settings: Pick<MailSettings, 'smtpUrl' | 'greeting'>,
  log: Log,
  limits = smtpLimits,
): Mailer<BuiltMail> {
  const options = smtpConnection(settings, limits)
  /** Whether the last handshake failed. */
  let hasTlsFailed = false
  return {
    async send(mail, signal) {
      const mayBePlain = hasTlsFailed
      const { outcome, isSecure, isAboutTls } = await attempt(mail, signal, options, limits)
      if (isSecure) hasTlsFailed = false
      if (!options.isOpportunistic || !isAboutTls || signal.aborted || outcome.kind === 'sent') return outcome
      hasTlsFailed = true
      // The first failure may be temporary, so the next attempt tries TLS again.
      if (!mayBePlain) return outcome
      log('mail_unencrypted', `TLS failed again, so a mail is sent without encryption. The reason: ${outcome.reason}`)
      return (await attempt(mail, signal, { ...options, ignoreTLS: true }, limits)).outcome
    },
  }
}

/**
 * Uses nodemailer's SMTPConnection, because `sendMail` does not report how far an attempt has come, so whether the mail may have
 * arrived.
 */
async function attempt(
  { envelope, content }: BuiltMail,
  signal: AbortSignal,
  { login, isOpportunistic: _, ...options }: ReturnType<typeof smtpConnection>,
  { connectMs, commandMs, answerMs }: typeof smtpLimits,
): Promise<{ outcome: Outcome; isSecure: boolean; isAboutTls: boolean }> {
  const connection = new SMTPConnection(options)
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let stage: Stage = 'session'
  let timer: NodeJS.Timeout | undefined
  const limit = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => failed.reject(new Error(`The mail server has not answered for ${ms / 1000} s.`)), ms)
  }
  const step = <Result>(ms: number, begin: (done: (error?: Error | null, result?: Result) => void) => void) => {
    limit(ms)
    return Promise.race([promisify(begin)(), failed.promise]) as Promise<Result>
  }
  const source = new Readable({
    // The server has asked for the mail.
    read() {
      stage = 'data'
      limit(answerMs)
      this.push(content)
      this.push(null)
    },
  })
  source.once('end', () => limit(answerMs))
  const stop = () => stage !== 'data' && failed.reject(new Error('This server is stopping.'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  // These events alone report a connection that breaks while no command waits for its answer.
  connection.on('error', failed.reject)
  connection.on('end', () => failed.reject(new Error('The mail server has closed the connection.')))
  try {
    await step(connectMs + commandMs, (done) => connection.connect(done))
    if (login) await step(commandMs, (done) => connection.login(login, done))
    stage = 'envelope'
    const { rejected } = await step<{ rejected: string[] }>(3 * commandMs, (done) =>
      connection.send(envelope, source, done),
    )
    const outcome: Outcome = { kind: 'sent', ...(rejected.length > 0 && { rejectedRecipients: rejected.length }) }
    return { outcome, isSecure: connection.secure, isAboutTls: false }
  } catch (error) {
    const { message, response, code } = error as Error & { response?: string; code?: string }
    // The handshake failed, or the server refused to begin one.
    const isAboutTls = connection.upgrading || code === 'ETLS'
    return { outcome: outcomeOf(stage, { message, reply: response }), isSecure: connection.secure, isAboutTls }
  } finally {
    signal.removeEventListener('abort', stop)
    if (stage !== 'session') connection.quit()
    clearTimeout(timer)
    connection.close()
  }
}

/** Whether the host of a URL, by name or address, is this very machine. */
export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const anyTls: ConnectionOptions = { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }

/** How every connection to the mail server is made. */
function smtpConnection({ smtpUrl, greeting }: Pick<MailSettings, 'smtpUrl' | 'greeting'>, limits: typeof smtpLimits) {
  const { protocol, username, password, hostname, port } = new URL(smtpUrl)
  const isLocal = isLoopback(hostname)
  const isSecure = protocol === 'smtps:'
  // A password is sent encrypted only, except to this machine.
  const isOpportunistic = !isSecure && (username === '' || isLocal)
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    // Some servers reject the greeting of a host without a name, such as nodemailer's own, 127.0.0.1.
    name: isIP(greeting) ? `[${greeting}]` : greeting,
    secure: isSecure,
    requireTLS: !isSecure && !isOpportunistic,
    // Opportunistic TLS (RFC 7435): any certificate and any cipher will do, because none would; after two failures, no TLS.
    isOpportunistic,
    ignoreTLS: false,
    tls: isOpportunistic ? anyTls : { rejectUnauthorized: !isLocal },
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.commandMs,
    // Ends a silent connection, but not one whose reply comes in pieces: an attempt has limits of its own.
    socketTimeout: limits.answerMs,
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}
