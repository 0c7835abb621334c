import type { ContactDesk } from '../../shared/contact/desk.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { languages } from '../../shared/languages.ts'
import type { StoredMessage } from '../store/message-store.ts'
import type { Mail } from './mailer.ts'

/** The beginning of a message's id: enough to find it, short enough to type. */
export const referenceOf = (id: string) => id.slice(0, 8)

/**
 * The mail that brings a message to the office, in the language of the visitor's page: the same mail each time, down to
 * its Message-ID, so that a repeat can be told (RFC 5322 section 3.6.4).
 * @param from the sender's address; its domain is that of the Message-ID
 */
export function composeMail(message: StoredMessage, desk: ContactDesk, from: string): Mail {
  const { page, mail } = desk.languages[message.language]
  const received = new Intl.DateTimeFormat(languages[message.language].locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: desk.timeZone,
  })
  const values = {
    sender: message.name,
    address: message.email,
    page: page.content.title,
    url: new URL(page.address, desk.origin).href,
    received: received.format(message.receivedAt),
    reference: referenceOf(message.id),
    message: message.message,
  }
  return {
    messageId: `<${message.id}@${/@([^\s>]+)/.exec(from)?.[1]}>`,
    date: message.receivedAt,
    subject: interpolate(mail.subject, values),
    text: interpolate(mail.text, values),
    replyTo: { name: message.name, address: message.email },
    language: message.language,
  }
}
