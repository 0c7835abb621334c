import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs'
import MimeNode from 'nodemailer/lib/mime-node'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Mail } from './mailer.ts'

// The parts of nodemailer that its documentation does not promise, all in this file. Its `sendMail` does not report how far an
// attempt has come, so whether the mail may have arrived; and it puts an encoded name of Reply-To into quotes.

export { SMTPConnection }

export type BuiltMail = { envelope: ReturnType<ReturnType<MailComposer['compile']>['getEnvelope']>; content: Buffer }

/** The mail as it is sent, and who it is from and to. */
export async function buildMail(
  { replyTo, subject, language, mayBeRepeat, ...mail }: Mail,
  to: string,
  from: string,
): Promise<BuiltMail> {
  const node = new MailComposer({
    ...mail,
    subject: looksEncoded(subject) ? encode(subject) : subject,
    from,
    to,
    headers: {
      // Prevents out-of-office replies, which would go to the visitor, whose address is in Reply-To (RFC 3834).
      'auto-submitted': 'auto-generated',
      'content-language': language,
      ...(mayBeRepeat && { 'x-may-be-repeat': 'yes' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: node.getEnvelope(), content: Buffer.concat([replyToLine(replyTo), await node.build()]) }
}

/**
 * Whether mail programs may read what a visitor typed as encoded words (RFC 2047), which can hide line breaks or reversed
 * text. Nodemailer does not encode such a text. Encoded, it is shown as it was typed.
 */
const looksEncoded = (text: string) => text.includes('=?')
const encode = (text: string) => encodeWord(text, 'B', 52)

/** Nodemailer would put an encoded name into quotes, in which only some readers decode it. */
function replyToLine({ name, address }: Mail['replyTo']): Buffer {
  const value = looksEncoded(name)
    ? MimeNode.encodeHeaderValue('reply-to', { name: 'name', address }).replace('name', encode(name))
    : MimeNode.encodeHeaderValue('reply-to', { name, address })
  return Buffer.from(`${foldLines(`Reply-To: ${value}`, 76)}\r\n`)
}
