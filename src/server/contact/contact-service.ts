import { resolve } from 'node:path'
import type { Settings } from '../../settings.ts'
import type { ContactDesk } from '../../shared/contact/desk.ts'
import type { FormAnswer } from '../../shared/contact/form-answer.ts'
import type { Language } from '../../shared/languages.ts'
import { composeMail } from '../delivery/compose-mail.ts'
import { DeliveryLoop } from '../delivery/delivery-loop.ts'
import { smtpMailer } from '../delivery/mailer.ts'
import { keepRetention } from '../retention.ts'
import type { MessageStore } from '../store/message-store.ts'
import { openStore } from '../store/open-store.ts'
import { type AnswerPage, drawAnswer, type RenderPage, readContactDesk } from './answer-page.ts'
import type { ContactHandlers } from './contact-route.ts'
import type { Submission } from './read-submission.ts'
import { type ReceiveOutcome, receiveMessage } from './receive-message.ts'

const now = () => new Date()
const log = (line: string) => console.log(line)

/** Everything behind the contact form: the store, the delivery, the retention and the answers to plain forms. */
export class ContactService implements ContactHandlers {
  readonly #settings: Settings
  readonly #store: MessageStore
  readonly #desk: ContactDesk
  readonly #renderPage: RenderPage
  readonly #delivery: DeliveryLoop | undefined
  #endRetention = () => {}

  /**
   * @param folder where the build wrote: dist
   * @throws StoreError when the store cannot be opened
   */
  static async open(settings: Settings, folder: string): Promise<ContactService> {
    const { desk, renderPage } = await readContactDesk(resolve(folder))
    return new ContactService(settings, await openStore(settings), desk, renderPage)
  }

  private constructor(settings: Settings, store: MessageStore, desk: ContactDesk, renderPage: RenderPage) {
    this.#settings = settings
    this.#store = store
    this.#desk = desk
    this.#renderPage = renderPage
    const { mail } = settings
    this.#delivery =
      mail &&
      new DeliveryLoop({
        store,
        mailer: smtpMailer(mail),
        compose: (message) => composeMail(message, desk, mail.from),
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

  drawAnswer(language: Language, answer: FormAnswer): AnswerPage {
    return drawAnswer(this.#desk, this.#renderPage, language, answer)
  }

  /** Finishes the mail under way. */
  async close(): Promise<void> {
    this.#endRetention()
    await this.#delivery?.stop()
    await this.#store.close()
  }
}
