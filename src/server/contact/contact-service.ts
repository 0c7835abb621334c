import type { Settings } from '../../settings.ts'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { Delivery } from '../mail/delivery.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import type { KeepOutcome } from '../messages/message-store.ts'
import { openStore } from '../messages/open-store.ts'
import { keepRetention } from '../messages/retention.ts'
import type { Log } from '../operations/log.ts'
import { idleMeter, type Meter } from '../operations/meter.ts'
import { StoreHealth } from '../operations/store-health.ts'
import { sleep } from '../sleep.ts'
import type { BuiltContact } from './answer-page.ts'
import type { ContactHandlers } from './contact-route.ts'
import type { CrossOrigin } from './cross-origin.ts'

/** How many refused requests a sender may make for each message that it may send: they are robots, and people's mistakes. */
const refusalsForMessage = 12

/** Everything behind the contact form: the store, the delivery and the retention. */
export class ContactService implements ContactHandlers {
  readonly #settings: Settings
  readonly health: StoreHealth
  readonly crossOrigin: CrossOrigin | undefined
  readonly log: Log
  readonly meter: Meter
  readonly readContact: () => Promise<BuiltContact>
  readonly refusalLimit: number
  readonly #delivery: Delivery | undefined
  readonly #closing = new AbortController()

  /**
   * @param readContact what the build says; live editing changes it
   * @param log where it tells what happens, and which messages it happens to
   * @throws StoreError when the store cannot be opened
   */
  static async open(
    settings: Settings,
    readContact: () => Promise<BuiltContact>,
    log: Log,
    meter: Meter = idleMeter,
  ): Promise<ContactService> {
    const { data } = await readContact()
    // The privacy notice of the built pages is a promise: messages may go sooner than it says, never later.
    const retentionDays = Math.min(settings.retentionDays, data.retentionDays)
    const health = new StoreHealth(await openStore(settings), { log, meter, now: () => performance.now() })
    return new ContactService({ ...settings, retentionDays }, health, readContact, log, meter)
  }

  private constructor(
    settings: Settings,
    health: StoreHealth,
    readContact: () => Promise<BuiltContact>,
    log: Log,
    meter: Meter,
  ) {
    const { siteOrigin: site, contactOrigin: service, mail } = settings
    this.#settings = settings
    this.crossOrigin = service === undefined ? undefined : { site, service }
    this.health = health
    this.log = log
    this.meter = meter
    this.readContact = readContact
    this.refusalLimit = refusalsForMessage * settings.contactLimit
    this.#delivery =
      mail &&
      new Delivery({
        store: health.store,
        mailer: smtpMailer(mail),
        compose: async (message) => composeMail(message, (await readContact()).data, mail.from),
        log,
        count: (outcome) => meter.mail(outcome),
        sleep,
      })
  }

  /** Where messages go, for whoever starts the server. */
  get description(): string {
    const { mail, retentionDays } = this.#settings
    const kept = `Messages are kept in ${this.health.store.place} for ${retentionDays} days`
    if (!mail) return `${kept}. Mail is not set up (SMTP_URL): read them with "npm run inbox -- list".`
    return `${kept} and mailed to ${mail.to} through ${new URL(mail.smtpUrl).host}.`
  }

  start(): void {
    this.#delivery?.start()
    const { retentionDays } = this.#settings
    void keepRetention({ store: this.health.store, retentionDays, log: this.log, sleep }, this.#closing.signal)
  }

  async keep(submission: Submission, address: string): Promise<KeepOutcome> {
    const outcome = await this.health.store.keep(submission, address)
    if (outcome.kind === 'kept') this.#delivery?.notify()
    return outcome
  }

  /** Begins no more mails and finishes those under way; messages are still kept meanwhile. */
  async finishMails(): Promise<void> {
    if (this.#delivery?.underWay) this.log('mails_finishing', 'Waiting for the mail server to answer …')
    if ((await this.#delivery?.stop()) === 'gave up')
      this.log('stop_timed_out', 'The mail server has not answered in eleven minutes: the mail may go out again.')
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.health.close()
    await this.health.store.close()
  }
}
