import { domainToASCII } from 'node:url'
import type { BuiltSite } from '../../shared/built-site.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { initialLanguage, languages } from '../../shared/languages.ts'
import type { Message } from '../messages/message-store.ts'
import type { Mail } from './mailer.ts'

/** The beginning of a message's id: enough to find it, short enough to type. */
const referenceOf = (id: string) => id.slice(0, 8)

/**
 * The mail that brings a message to the office, in the language of the visitor's page. Each attempt has the same Message-ID, so that a
 * copy can be recognised (RFC 5322 section 3.6.4).
 * @param from the sender's address; its domain is that of the Message-ID
 */
export function composeMail(message: Message, site: BuiltSite, from: string): Mail {
  // The site may no longer have the language of the message.
  const language = message.language in site.mail ? message.language : initialLanguage
  const mail = site.mail[language]
  const page = site.contact.pages[language]
  const received = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: site.settings.timeZone,
  })
  const values = {
    sender: message.name,
    address: message.email,
    page: page.content.title,
    url: new URL(page.address, site.settings.origin).href,
    received: received.format(message.receivedAt),
    reference: referenceOf(message.id),
    message: message.message,
  }
  const mayBeRepeat = message.possibleCopies > 0
  const text = interpolate(mail.text, values)
  return {
    messageId: `<${message.id}@${domainToASCII(/@([^\s@>]+)>?$/.exec(from)?.[1] ?? '')}>`,
    subject: interpolate(mail.subject, values),
    text: mayBeRepeat ? `${interpolate(mail.may_be_repeat, values)}\n\n${text}` : text,
    replyTo: { name: message.name, address: message.email },
    language,
    mayBeRepeat,
  }
}
