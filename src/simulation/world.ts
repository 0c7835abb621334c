import type { Mail } from '../server/mail/mailer.ts'
import type { ClaimOutcome, KeepOutcome, Message, MessageStore, Outcome } from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import type { Event, Happening } from './history.ts'
import { type Random, seededRandom } from './random.ts'
import { isOpen, type MailFault, type Scenario } from './scenario.ts'
import type { SharedStore } from './shared-store.ts'
import type { SystemUnderTest } from './system-under-test.ts'
import { VirtualTime } from './virtual-time.ts'

/** After these, another process may find something to do. */
const changes: readonly Event['kind'][] = ['keeps', 'claims', 'settles', 'makes due', 'erases', 'clock leaps']

/** What all who take part in one history share: time, the store and its clock, and the record of what happens. */
export class World {
  readonly scenario: Scenario
  readonly system: SystemUnderTest
  readonly random: Random
  readonly time: VirtualTime
  /** Without simulated faults. */
  readonly store: MessageStore
  #clockOffset = Date.UTC(2026, 2, 1, 9)
  /** What has happened so far. */
  readonly events: Event[] = []
  /** How many mails were begun. */
  attempts = 0
  /** Called after each change. */
  readonly changeListeners: (() => void)[] = []
  /** The messages that the store holds: the form of each. */
  readonly forms = new Map<string, number>()
  /** The message of each claim. */
  readonly #claimed = new Map<string, string>()

  constructor(scenario: Scenario, system: SystemUnderTest, shared: SharedStore) {
    shared.empty()
    this.scenario = scenario
    this.system = system
    shared.clock.now = this.clock
    this.store = system.storeOf(shared.store)
    this.random = seededRandom(scenario.seed)
    this.time = new VirtualTime(this.random)
  }

  /** The store's clock, which leaps. */
  clock = (): number => this.#clockOffset + this.time.now

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

  /** Records what the operator would see now. @returns whether no message will be tried again, unless the operator asks for it */
  async look(): Promise<boolean> {
    const [found, backlog] = await this.time.hold(Promise.all([this.store.list(), this.store.backlog()]))
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
    if (this.mailFault(message.id, 'composing')) {
      this.record({ kind: 'cannot compose', process, message: message.id })
      throw new Error('The simulated mail cannot be composed.')
    }
    return {
      messageId: `<${message.id}@example.org>`,
      subject: message.name,
      text: message.message,
      replyTo: { name: message.name, address: message.email },
      language: message.language,
      mayBeRepeat: message.possibleCopies > 0,
    }
  }

  /** What goes wrong with a mail at this stage, now. */
  mailFault(message: string, stage: MailFault['stage']): MailFault | undefined {
    const own = this.scenario.forms[this.forms.get(message) ?? -1]?.poisoned ?? []
    return [own, this.scenario.mail].flat().find((window) => window.stage === stage && isOpen(window, this.time.now))
  }
}

/** A message's words show which form it is from. */
export const wordsOf = (form: number) => `The words of form ${form}`
const formOf = (words: string) => Number(words.split(' ').at(-1))
