import MailComposer from 'nodemailer/lib/mail-composer'
import type { MailSettings } from '../../settings.ts'
import type { Mail } from './mailer.ts'

/** A mail as it is sent, and who it is from and to. */
export type BuiltMail = { envelope: ReturnType<ReturnType<MailComposer['compile']>['getEnvelope']>; content: Buffer }

/** Writes a mail in the form of RFC 5322. Its Date is now, because mail servers reject old ones. @throws Error when it cannot be written */
export async function buildMail(
  { replyTo, subject, language, mayBeRepeat, ...mail }: Mail,
  { to, from }: Pick<MailSettings, 'to' | 'from'>,
): Promise<BuiltMail> {
  const node = new MailComposer({
    ...mail,
    // Nodemailer leaves what looks like an encoded word as it is.
    subject: subject.includes('=?') ? encodedWords(subject) : subject,
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
  // The form accepts dots anywhere before the @, as browsers do; RFC 5322 only in quotes.
  const address = replyTo.address.replace(/^(\..*|.*\.\..*|.*\.)@/, '"$1"@')
  const replyToLine = `Reply-To: ${phrase(replyTo.name)}\r\n <${address}>\r\n`
  return { envelope: node.getEnvelope(), content: Buffer.concat([Buffer.from(replyToLine), await node.build()]) }
}

/** A name before an address. Nodemailer would put an encoded name into quotes, in which only some readers decode it. */
const phrase = (name: string) => (/^(?=.{1,60}$)\w+( \w+)*$/.test(name) ? name : encodedWords(name))

/**
 * A text as encoded words (RFC 2047), so that mail programs show it as it was typed: a visitor could type such words himself,
 * and hide line breaks or reversed text in them. Ten characters are at most 40 bytes, which fit one word of 75 characters.
 */
const encodedWords = (text: string) =>
  (text.match(/.{1,10}/gsu) ?? []).map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
