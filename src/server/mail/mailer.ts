import type { Outcome } from '../messages/message-store.ts'

/** An email of one contact message, without the sender and recipients, which the settings have. */
export type Mail = {
  messageId: string
  date: Date
  subject: string
  text: string
  replyTo: { name: string; address: string }
  language: string
  /** An earlier attempt may have brought the same mail to the office. */
  mayBeRepeat: boolean
}

/** What delivers mails: the SMTP client, which takes them as they are sent, or a simulated one. */
export type Mailer<AnyMail = Mail> = {
  /**
   * Sends a mail to the mail server.
   * @param signal ends an attempt at once as `away`, as long as nothing of the mail was sent; after that it goes on
   */
  send(mail: AnyMail, signal: AbortSignal): Promise<Outcome>
}
