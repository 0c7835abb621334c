import type { Mail } from '../server/mail/mailer.ts'
import type { ClaimOutcome, KeepOutcome, Message, MessageStore, Outcome } from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import type { Event, Happening } from './history.ts'
import { isOpen, type MailFault, type MailStage, type PoisonedMessage, type Scenario } from './scenario.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SharedStore } from './shared-store.ts'
import type { SystemUnderTest } from './system-under-test.ts'
import { VirtualTime } from './virtual-time.ts'

/** After these, another process may find something to do. */
const changes: readonly Event['kind'][] = ['keeps', 'claims', 'settles', 'makes due', 'erases', 'clock leaps']

/** What all who take part in one history share: time, the store and its clock, and the record of what happens. */
export class World {
  readonly scenario: Scenario
  readonly system: SystemUnderTest
  readonly random: SeededRandom
  readonly time: VirtualTime
  #clockOffset = Date.UTC(2026, 2, 1, 9)
  /** What has happened so far. */
  readonly events: Event[] = []
  /** How many mails were begun. */
  attempts = 0
  /** Called after each change. */
  readonly changeListeners: (() => void)[] = []
  /** The messages that the store holds: the form of each. */
  readonly forms = new Map<string, number>()
  readonly #shared: SharedStore
  /** The message of each claim. */
  readonly #claimed = new Map<string, string>()
  /** How often the fault of each form's poisoned message has occurred. */
  readonly #faultsPlayed = new Map<number, number>()

  constructor(scenario: Scenario, system: SystemUnderTest, shared: SharedStore) {
    shared.empty()
    this.scenario = scenario
    this.system = system
    this.#shared = shared
    this.random = new SeededRandom(scenario.seed)
    this.time = new VirtualTime(this.random)
  }

  /** The store's clock. It runs a little fast or slow, and leaps. */
  clock = (): number => Math.floor(this.#clockOffset + this.time.now * (1 + this.scenario.drift / 1_000))

  leap(byMs: number): void {
    this.#clockOffset += byMs
    this.record({ kind: 'clock leaps', byMs })
  }

  /** @returns the given result, of what has happened */
  record<Result>(happening: Happening, result?: Result): Result {
    // Keeps the order of events within a millisecond.
    const at = this.time.now + this.events.length * 1e-6
    this.events.push({ at, clock: this.clock(), ...happening })
    if (changes.includes(happening.kind)) for (const listener of this.changeListeners) listener()
    return result as Result
  }

  /** The store without simulated faults: as the system under test gives it to a server, or the real one without a server. */
  storeOf(server: number | undefined): MessageStore {
    const { store } = this.#shared
    return server === undefined ? store : this.system.storeOf(store)
  }

  /** Has the store go by the clock of a server, or by the true clock of the store. */
  setClockOf(server: number | undefined): void {
    const errorMs = server === undefined ? 0 : this.system.clockErrorMs(server)
    this.#shared.clock.now = () => this.clock() + errorMs
  }

  /** Records what the operator would see now. @returns whether no message will be tried again, unless the operator asks for it */
  async look(): Promise<boolean> {
    this.setClockOf(undefined)
    const store = this.storeOf(0)
    const [found, backlog] = await this.time.hold(Promise.all([store.list(), store.backlog()]))
    const messages = found.map(({ id, state, attempts }) => ({ id, state, attempts }))
    // The store orders what came in the same millisecond by ids, which are random.
    const order = [...this.forms.keys()]
    messages.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    this.record({ kind: 'looks', messages, backlog })
    return found.every(({ state, dueAt }) => state === 'delivered' || dueAt === undefined)
  }

  // What the store has committed. Each returns the outcome that it records.

  recordKept({ message: words }: Submission, outcome: KeepOutcome): KeepOutcome {
    const form = formOf(words)
    if (outcome.kind === 'kept') this.forms.set(outcome.id, form)
    return this.record({ kind: 'keeps', form, outcome: outcome.kind, message: outcome.id }, outcome)
  }

  recordClaims(process: string, outcome: ClaimOutcome): ClaimOutcome {
    for (const { token, message } of outcome.claims) {
      this.#claimed.set(token, message.id)
      this.record({ kind: 'claims', process, token, message: message.id })
    }
    return outcome
  }

  recordSettled<Result extends 'settled' | 'lost'>(process: string, token: string, { kind }: Outcome, result: Result) {
    const message = this.#claimed.get(token)
    return this.record({ kind: 'settles', process, token, message, outcome: kind, result }, result)
  }

  recordErased(process: string, messages: string[], count: number): number {
    for (const message of messages) this.forms.delete(message)
    return this.record({ kind: 'erases', process, messages }, count)
  }

  // Mails

  /** The mail of a message. The product's own words would change nothing here. */
  compose(process: string, message: Message): Mail {
    if (this.#faultOf(message.id, 'cannot be composed')) {
      this.record({ kind: 'cannot compose', process, message: message.id })
      throw new Error('The simulated mail cannot be composed.')
    }
    return {
      messageId: `<${message.id}@example.org>`,
      date: message.receivedAt,
      subject: message.name,
      text: message.message,
      replyTo: { name: message.name, address: message.email },
      language: message.language,
      mayBeRepeat: message.possibleCopies > 0,
    }
  }

  /** What goes wrong with a mail at this stage, now. */
  mailFault(message: string, stage: MailStage): MailFault | undefined {
    const own = this.#faultOf(message, stage)
    if (own && own !== 'cannot be composed') return own
    return this.scenario.mail.find((window) => window.stage === stage && isOpen(window, this.time.now))
  }

  /** The fault of a poisoned message, unless it has occurred as often as the scenario wants. */
  #faultOf(message: string, when: MailStage | 'cannot be composed'): PoisonedMessage['fault'] | undefined {
    const form = this.forms.get(message) ?? -1
    const { fault, times } = this.scenario.forms[form]?.poisoned ?? { fault: undefined, times: 0 }
    const played = this.#faultsPlayed.get(form) ?? 0
    if (!fault || played >= times || when !== (fault === 'cannot be composed' ? fault : fault.stage)) return undefined
    this.#faultsPlayed.set(form, played + 1)
    return fault
  }
}

/** A message's words show which form it is from. */
export const wordsOf = (form: number) => `The words of form ${form}`
const formOf = (words: string) => Number(words.split(' ').at(-1))
