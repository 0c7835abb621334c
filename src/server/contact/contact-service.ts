import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import type { LoadedSite } from '../built-site.ts'
import { buildMail } from '../mail/build-mail.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { Delivery } from '../mail/delivery.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import type { KeepOutcome } from '../messages/message-store.ts'
import { eraseExpired } from '../messages/retention.ts'
import { Store } from '../messages/store.ts'
import type { Log } from '../operations/log.ts'
import { Readiness } from '../operations/readiness.ts'
import { sleep } from '../sleep.ts'

/** Everything behind the contact form: the store, the delivery and the retention. */
export function openContact(settings: Settings, site: LoadedSite, database: Database, log: Log) {
  const { mail } = settings
  // The privacy notice of the built pages names a number of days: messages may be erased sooner, never later.
  const retentionDays = Math.min(settings.retentionDays, site.settings.retentionDays)
  const store = new Store(database)
  const now = () => performance.now()
  const readiness = new Readiness({ store, hasMail: mail !== undefined, log, now, sleep })
  const closing = new AbortController()
  const delivery =
    mail &&
    new Delivery({
      store,
      mailer: smtpMailer(mail, log),
      compose: async (message) => buildMail(composeMail(message, site, mail.from), mail),
      log,
      sleep,
      now,
    })
  const kept = `Messages are kept in ${store.location} for ${retentionDays} days`
  return {
    limit: settings.contactLimit,
    log,
    readiness,
    async keep(submission: Submission): Promise<KeepOutcome> {
      const outcome = await store.keep(submission, AbortSignal.timeout(keepTimeoutMs)).catch((error) => {
        readiness.keepFailed(error)
        throw error
      })
      readiness.kept()
      if (outcome.kind === 'kept' && submission.website !== '')
        log('message_trapped', `Message ${outcome.id} fills the field that no person sees. It is not mailed.`, {
          id: outcome.id,
        })
      else if (outcome.kind === 'kept') delivery?.notify()
      return outcome
    },
    /** Where messages go, for the operator. */
    description: mail
      ? `${kept} and mailed to ${mail.to} through ${new URL(mail.smtpUrl).host}.`
      : `${kept}. Mail is not set up (SMTP_URL): read them with "npm run inbox -- list".`,
    start(): void {
      delivery?.start()
      void readiness.watch(closing.signal)
      void eraseExpired({ store, retentionDays, log, sleep }, closing.signal)
    },
    /** Begins no more mails and finishes those under way; messages are still stored meanwhile. */
    async finishMails(): Promise<void> {
      if (delivery?.underWay) log('mails_finishing', 'Waiting for a mail to be sent and recorded …')
      if ((await delivery?.stop()) === 'gave up')
        log('stop_timed_out', 'A mail was not sent and recorded within eleven minutes: it may be sent again.')
    },
    async close(): Promise<void> {
      closing.abort()
      await store.close()
    },
  }
}

/** A visitor does not wait longer for a message's turn to be stored. What is answered with 503 then is not stored. */
const keepTimeoutMs = 10_000
