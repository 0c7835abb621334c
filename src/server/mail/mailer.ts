import type { Outcome } from '../messages/message-store.ts'

/** The email for one contact message, without the sender and recipients, which are settings. */
export type Mail = {
  messageId: string
  subject: string
  text: string
  replyTo: { name: string; address: string }
  language: string
  /** The office may already have the same mail from an earlier attempt. */
  mayBeRepeat: boolean
}

/** Delivers mails: the SMTP client, to which they are passed in their final form, or a simulated mailer. */
export type Mailer<AnyMail = Mail> = {
  /**
   * Sends a mail to the mail server.
   * @param signal ends the attempt at once as `away`, unless a part of the mail was sent already
   */
  send(mail: AnyMail, signal: AbortSignal): Promise<Outcome>
}
