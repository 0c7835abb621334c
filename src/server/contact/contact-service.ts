import type { Settings } from '../../settings.ts'
import type { FormAnswer } from '../../shared/contact/form-answer.ts'
import type { Language } from '../../shared/languages.ts'
import { composeMail } from '../delivery/compose-mail.ts'
import { DeliveryLoop } from '../delivery/delivery-loop.ts'
import { smtpMailer } from '../delivery/mailer.ts'
import { StoreHealth } from '../health/store-health.ts'
import type { Log } from '../log/log.ts'
import { idleMeter, type Meter } from '../metrics/meter.ts'
import { keepRetention } from '../retention.ts'
import type { MessageStore } from '../store/message-store.ts'
import { openStore } from '../store/open-store.ts'
import { type AnswerPage, type DeskParts, drawAnswer } from './answer-page.ts'
import type { ContactHandlers } from './contact-route.ts'
import { type CrossOrigin, leadToSite } from './cross-origin.ts'
import type { Submission } from './read-submission.ts'
import { type ReceiveOutcome, receiveMessage } from './receive-message.ts'

const now = () => new Date()

/** Everything behind the contact form: the store, the delivery, the retention and the answers to plain forms. */
export class ContactService implements ContactHandlers {
  readonly #settings: Settings
  readonly #store: MessageStore
  readonly health: StoreHealth
  readonly crossOrigin: CrossOrigin | undefined
  readonly log: Log
  readonly meter: Meter
  readonly #readDesk: () => Promise<DeskParts>
  readonly #delivery: DeliveryLoop | undefined
  #endRetention = () => {}

  /**
   * @param readDesk what the build says; live editing changes it
   * @param log where it tells what happens, and which messages it happens to
   * @throws StoreError when the store cannot be opened
   */
  static async open(
    settings: Settings,
    readDesk: () => Promise<DeskParts>,
    log: Log,
    meter: Meter = idleMeter,
  ): Promise<ContactService> {
    const { desk } = await readDesk()
    // The privacy notice of the built pages is a promise: messages may go sooner than it says, never later.
    const retentionDays = Math.min(settings.retentionDays, desk.retentionDays)
    const health = new StoreHealth(await openStore(settings), { log, meter, now })
    return new ContactService({ ...settings, retentionDays }, health, readDesk, log, meter)
  }

  private constructor(
    settings: Settings,
    health: StoreHealth,
    readDesk: () => Promise<DeskParts>,
    log: Log,
    meter: Meter,
  ) {
    const { store } = health
    const { siteOrigin: site, contactOrigin: service } = settings
    this.#settings = settings
    this.crossOrigin = service === undefined ? undefined : { site, service }
    this.health = health
    this.#store = store
    this.log = log
    this.meter = meter
    this.#readDesk = readDesk
    const { mail } = settings
    this.#delivery =
      mail &&
      new DeliveryLoop({
        store,
        mailer: smtpMailer(mail),
        compose: async (message) => composeMail(message, (await readDesk()).desk, mail.from),
        now,
        log,
        count: (outcome) => meter.mail(outcome),
      })
  }

  /** Where messages go, for whoever starts the server. */
  get description(): string {
    const { mail, retentionDays } = this.#settings
    const kept = `Messages are kept in ${this.#store.place} for ${retentionDays} days`
    if (!mail) return `${kept}. Mail is not set up (SMTP_URL): read them with "npm run inbox -- list".`
    return `${kept} and mailed to ${mail.to} through ${new URL(mail.smtpUrl).host}.`
  }

  start(): void {
    this.#delivery?.start()
    this.#endRetention = keepRetention({
      store: this.#store,
      retentionDays: this.#settings.retentionDays,
      now,
      log: this.log,
    })
  }

  async receive(submission: Submission, address: string): Promise<ReceiveOutcome> {
    const outcome = await receiveMessage(submission, address, { store: this.#store, now })
    if (outcome.kind === 'kept') {
      this.health.kept()
      this.#delivery?.wake()
    }
    return outcome
  }

  async drawAnswer(language: Language, answer: FormAnswer): Promise<AnswerPage> {
    const page = drawAnswer(await this.#readDesk(), language, answer)
    return this.crossOrigin ? { ...page, html: leadToSite(page.html, this.crossOrigin.site) } : page
  }

  /** Finishes the mail under way. */
  async close(): Promise<void> {
    this.#endRetention()
    this.health.close()
    await this.#delivery?.stop()
    await this.#store.close()
  }
}
