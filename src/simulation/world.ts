import type { Mail } from '../server/mail/smtp-mailer.ts'
import type {
  Claim,
  KeepOutcome,
  Message,
  MessageStore,
  Outcome,
  PurgeOutcome,
} from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import type { Event, Happening } from './history.ts'
import type { MailFault, MailStage, MessageFault, Scenario } from './scenario.ts'
import { SeededRandom } from './seeded-random.ts'
import type { SharedStore } from './shared-store.ts'
import { StoreClock } from './store-clock.ts'
import type { SystemUnderTest } from './system-under-test.ts'
import { VirtualTime } from './virtual-time.ts'

/** What all who take part in one history share: time, the store and its clock, and the record of what happens. */
export class World {
  readonly scenario: Scenario
  readonly system: SystemUnderTest
  readonly random: SeededRandom
  readonly time: VirtualTime
  readonly clock: StoreClock
  /** Called when something may be due that a server does not know of. */
  onDue = () => {}
  /** What has happened so far. */
  readonly events: Event[] = []
  readonly #shared: SharedStore
  /** The messages that the store holds, by their ids. */
  readonly rows = new Map<string, { form: number }>()
  /** The message of each claim. */
  readonly #claimed = new Map<string, string>()
  readonly #mails = new WeakMap<Mail, string>()
  /** How often each form's poisoned has worked. */
  readonly #faultsPlayed = new Map<number, number>()
  #attempts = 0

  constructor(scenario: Scenario, system: SystemUnderTest, shared: SharedStore) {
    shared.reset()
    this.scenario = scenario
    this.system = system
    this.#shared = shared
    this.random = new SeededRandom(scenario.seed)
    this.time = new VirtualTime(this.random)
    this.clock = new StoreClock(this.time, scenario.drift)
    this.setClockOf(undefined)
  }

  record(happening: Happening): void {
    // Keeps the order of events within a millisecond.
    const at = this.time.now + this.events.length * 1e-6
    this.events.push({ at, clock: this.clock.now(), ...happening })
  }

  /** The store without simulated faults: as the part under test gives it to a server, or the real one without a server. */
  storeOf(server: number | undefined): MessageStore {
    const { store } = this.#shared
    return server === undefined ? store : this.system.storeOf(store, server, this.#clockOf(server))
  }

  setClockOf(server: number | undefined): void {
    this.#shared.now = this.#clockOf(server)
  }

  #clockOf(server: number | undefined): () => number {
    const errorMs = server === undefined ? 0 : this.system.clockErrorMs(server)
    return errorMs === 0 ? this.clock.now : () => this.clock.now() + errorMs
  }

  /** Notes what the operator would see now. @returns whether no message will be tried again, unless the operator asks for it */
  async look(): Promise<boolean> {
    const { store } = this.#shared
    this.setClockOf(undefined)
    const seen = this.system.storeOf(store, 0, this.clock.now)
    const [messages, backlog] = await this.time.hold(Promise.all([seen.list(), seen.backlog()]))
    const rows = messages.map(({ id: row, state, attempts, possibleCopies }) => ({
      row,
      state,
      attempts,
      possibleCopies,
    }))
    // The store orders what came in the same millisecond by ids, which are random.
    const order = [...this.rows.keys()]
    rows.sort((one, other) => order.indexOf(one.row) - order.indexOf(other.row))
    this.record({ kind: 'looks', rows, backlog })
    return messages.every(({ state, dueAt }) => state === 'delivered' || dueAt === undefined)
  }

  // What the store has committed

  recordKept({ message }: Submission, outcome: KeepOutcome): void {
    const form = formOf(message)
    this.record({ kind: 'keeps', form, outcome: outcome.kind, row: outcome.id })
    if (outcome.kind === 'repeat') return
    this.rows.set(outcome.id, { form })
    this.onDue()
  }

  recordClaims(process: string, claims: Claim[]): void {
    for (const { token, message } of claims) {
      this.#claimed.set(token, message.id)
      this.record({ kind: 'claims', process, token, row: message.id, possibleCopies: message.possibleCopies })
    }
  }

  recordRenewed(process: string, tokens: string[]): void {
    this.record({ kind: 'renews', process, tokens })
  }

  recordSettled(process: string, token: string, outcome: Outcome['kind'], result: 'settled' | 'lost'): void {
    const row = this.#claimed.get(token)
    this.record({ kind: 'settles', process, token, row, outcome, result })
  }

  recordRetried(rows: string[]): void {
    this.record({ kind: 'makes due', rows })
    this.onDue()
  }

  recordErased(rows: string[]): void {
    this.record({ kind: 'erases', rows })
    for (const row of rows) this.rows.delete(row)
  }

  /** A purge does not say which messages it erased: they are those that are missing after it. */
  async purging(purge: () => Promise<PurgeOutcome>): Promise<PurgeOutcome> {
    const outcome = await purge()
    if (outcome.erased > 0) {
      const left = new Set((await this.#shared.store.list()).map(({ id }) => id))
      const gone = [...this.rows.keys()].filter((row) => !left.has(row))
      for (const row of gone) this.rows.delete(row)
      this.record({ kind: 'purges', rows: gone })
    }
    return outcome
  }

  // Mails

  nextAttempt(): number {
    return ++this.#attempts
  }

  /** The mail of a message. The product's own words would change nothing here. */
  compose(process: string, message: Message): Mail {
    const poisoned = this.#faultOfPoisoned(message.id, 'cannot be composed')
    if (poisoned) {
      this.record({ kind: 'cannot compose', process, row: message.id })
      throw new Error('The simulated mail cannot be composed.')
    }
    const mail: Mail = {
      messageId: `<${message.id}@example.org>`,
      date: message.receivedAt,
      subject: message.name,
      text: message.message,
      replyTo: { name: message.name, address: message.email },
      language: message.language,
      mayBeRepeat: message.possibleCopies > 0,
    }
    this.#mails.set(mail, message.id)
    return mail
  }

  rowOf(mail: Mail): string {
    const row = this.#mails.get(mail)
    if (row === undefined) throw new Error('The delivery sends a mail that was never composed.')
    return row
  }

  recordTaken(attempt: number): void {
    this.record({ kind: 'takes', attempt })
  }

  /** What goes wrong with a mail at this stage, now. */
  mailFault(row: string, stage: MailStage): MailFault | undefined {
    const poisoned = this.#faultOfPoisoned(row, stage)
    if (poisoned && poisoned.fault !== 'cannot be composed') return poisoned.fault
    const { now } = this.time
    return this.scenario.mail.find((one) => one.stage === stage && now >= one.at && now < one.at + one.lastsMs)
  }

  #faultOfPoisoned(row: string, when: MailStage | 'cannot be composed'): MessageFault | undefined {
    const form = this.rows.get(row)?.form
    const poisoned = form === undefined ? undefined : this.scenario.forms[form]?.poisoned
    if (form === undefined || !poisoned) return undefined
    if ((poisoned.fault === 'cannot be composed' ? poisoned.fault : poisoned.fault.stage) !== when) return undefined
    const times = this.#faultsPlayed.get(form) ?? 0
    if (times >= poisoned.times) return undefined
    this.#faultsPlayed.set(form, times + 1)
    return poisoned
  }
}

/** A message's words say which form they are of. */
export const wordsOf = (form: number) => `The words of form ${form}`
const formOf = (words: string) => Number(words.split(' ').at(-1))
