import type { Settings } from '../../settings.ts'
import type { FormAnswer } from '../../shared/contact/form-answer.ts'
import type { Language } from '../../shared/languages.ts'
import { composeMail } from '../delivery/compose-mail.ts'
import { DeliveryLoop } from '../delivery/delivery-loop.ts'
import { smtpMailer } from '../delivery/mailer.ts'
import { keepRetention } from '../retention.ts'
import type { MessageStore } from '../store/message-store.ts'
import { openStore } from '../store/open-store.ts'
import { type AnswerPage, type DeskParts, drawAnswer } from './answer-page.ts'
import type { ContactHandlers } from './contact-route.ts'
import type { Submission } from './read-submission.ts'
import { type ReceiveOutcome, receiveMessage } from './receive-message.ts'

const now = () => new Date()
const log = (line: string) => console.log(line)

/** Everything behind the contact form: the store, the delivery, the retention and the answers to plain forms. */
export class ContactService implements ContactHandlers {
  readonly #settings: Settings
  readonly #store: MessageStore
  readonly #readDesk: () => Promise<DeskParts>
  readonly #delivery: DeliveryLoop | undefined
  #endRetention = () => {}

  /**
   * @param readDesk what the build says; live editing changes it
   * @throws StoreError when the store cannot be opened
   */
  static async open(settings: Settings, readDesk: () => Promise<DeskParts>): Promise<ContactService> {
    const { desk } = await readDesk()
    // The privacy notice of the built pages is a promise: messages may go sooner than it says, never later.
    const retentionDays = Math.min(settings.retentionDays, desk.retentionDays)
    return new ContactService({ ...settings, retentionDays }, await openStore(settings), readDesk)
  }

  private constructor(settings: Settings, store: MessageStore, readDesk: () => Promise<DeskParts>) {
    this.#settings = settings
    this.#store = store
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
      log,
    })
  }

  async receive(submission: Submission, address: string): Promise<ReceiveOutcome> {
    const outcome = await receiveMessage(submission, address, { store: this.#store, now })
    if (outcome.kind === 'kept') this.#delivery?.wake()
    return outcome
  }

  async drawAnswer(language: Language, answer: FormAnswer): Promise<AnswerPage> {
    return drawAnswer(await this.#readDesk(), language, answer)
  }

  /** Finishes the mail under way. */
  async close(): Promise<void> {
    this.#endRetention()
    await this.#delivery?.stop()
    await this.#store.close()
  }
}
