import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../settings.ts'
import { smtpConnection } from './smtp-connection.ts'

export type Mail = {
  messageId: string
  date: Date
  subject: string
  text: string
  replyTo: { name: string; address: string }
  language: string
}

/**
 * What the mail server made of a mail: `sent` once it has taken it over; `deferred` when it refuses for now, `refused`
 * when for good; `unreachable` when the fault lies between us and the server, whatever the mail. The reason is the
 * server's own words and may repeat the visitor's.
 */
export type SendOutcome = { kind: 'sent' } | { kind: 'deferred' | 'refused' | 'unreachable'; reason: string }

export type Mailer = { send(mail: Mail): Promise<SendOutcome> }

/** The longest that one mail may take in all; a lease must be longer. */
export const sendTimeoutMs = 60_000

/**
 * Hands mails to the server at SMTP_URL, each over a connection of its own: there is no pool that could repeat one behind
 * our back. Nothing is ever sent to the visitor.
 */
export function smtpMailer({ smtpUrl, to, from }: MailSettings): Mailer {
  const transport = createTransport(smtpConnection(smtpUrl))
  return {
    async send({ language, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          from,
          to,
          // Reply-To is the visitor's, and an absence note would go there (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
          signal: AbortSignal.timeout(sendTimeoutMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** Tells the kinds of failure apart by who said it and how (RFC 5321 section 4.2.1). */
export function outcomeOf({ code, responseCode, response, message }: SmtpError): SendOutcome {
  const reason = response ?? message
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // 421: the server is closing; 530 to 538: it wants another login, not another mail (RFC 4954).
  const isAboutServer =
    responseCode === 421 || (responseCode !== undefined && responseCode >= 530 && responseCode <= 538)
  if (!isAboutMail || isAboutServer) return { kind: 'unreachable', reason }
  return { kind: responseCode !== undefined && responseCode < 500 ? 'deferred' : 'refused', reason }
}
