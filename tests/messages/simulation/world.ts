import type { Mail } from '../../../src/server/mail/smtp-mailer.ts'
import type {
  Claim,
  KeepOutcome,
  Message,
  MessageStore,
  Outcome,
  PurgeOutcome,
} from '../../../src/server/messages/message-store.ts'
import type { Submission } from '../../../src/shared/contact/message-rules.ts'
import type { Event, Happening } from './history.ts'
import { IdleTimers } from './idle-timers.ts'
import type { Parts } from './parts.ts'
import type { MailFault, MailStage, Poison, Scenario } from './scenario.ts'
import { Seeded } from './seeded.ts'
import type { SharedStore } from './shared-store.ts'
import { StoreClock } from './store-clock.ts'
import { VirtualTime } from './virtual-time.ts'

/** What all who take part in one history share: time, the store and its clock, and the record of what happens. */
export class World {
  readonly scenario: Scenario
  readonly parts: Parts
  readonly random: Seeded
  readonly time: VirtualTime
  readonly clock: StoreClock
  readonly idleTimers: IdleTimers
  /** What has happened so far. */
  readonly events: Event[] = []
  readonly #shared: SharedStore
  /** The messages that the store holds, by their ids. */
  readonly rows = new Map<string, { form: number }>()
  /** The message of each claim, and the last claim of each message. */
  readonly #claimed = new Map<string, string>()
  readonly #lastClaim = new Map<string, string>()
  readonly #mails = new WeakMap<Mail, string>()
  /** How often each form's poison has worked. */
  readonly #poisoned = new Map<number, number>()
  /** When each message was last claimed, or its claim renewed, until the claim is settled. */
  readonly #openClaims = new Map<string, number>()
  #attempts = 0

  constructor(scenario: Scenario, parts: Parts, shared: SharedStore) {
    shared.reset(scenario.limit)
    this.scenario = scenario
    this.parts = parts
    this.#shared = shared
    this.random = new Seeded(scenario.seed)
    this.time = new VirtualTime(this.random)
    this.clock = new StoreClock(this.time, scenario.drift)
    this.idleTimers = new IdleTimers(this)
    this.setClockOf(undefined)
  }

  note(happening: Happening): void {
    // Keeps the order of events within a millisecond.
    const at = this.time.now + this.events.length * 1e-6
    this.events.push({ at, clock: this.clock.now(), ...happening })
  }

  /** The store without simulated faults: as the part under test gives it to a server, or the real one without a server. */
  storeOf(server: number | undefined): MessageStore {
    const { store } = this.#shared
    return server === undefined ? store : this.parts.storeOf(store, server, this.#clockOf(server))
  }

  dueTimes(): { id: string; at: number }[] {
    return this.#shared.dueTimes(this.clock.now())
  }

  setClockOf(server: number | undefined): void {
    this.#shared.now = this.#clockOf(server)
  }

  #clockOf(server: number | undefined): () => number {
    const errorMs = server === undefined ? 0 : this.parts.clockErrorMs(server)
    return errorMs === 0 ? this.clock.now : () => this.clock.now() + errorMs
  }

  /** Notes what the operator would see now. @returns whether no message will be tried again, unless the operator asks for it */
  async look(): Promise<boolean> {
    const { store } = this.#shared
    this.setClockOf(undefined)
    const seen = this.parts.storeOf(store, 0, this.clock.now)
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
    this.note({ kind: 'looks', rows, backlog })
    return messages.every(({ state, dueAt }) => state === 'delivered' || dueAt === undefined)
  }

  // What the store has committed

  noteKept({ message }: Submission, address: string, outcome: KeepOutcome): void {
    const form = formOf(message)
    const number = Number(address.split('.').at(-1))
    if (outcome.kind === 'too-many') {
      this.note({ kind: 'turns away', form, address: number, retryAfterMs: outcome.retryAfterMs })
      return
    }
    this.note({ kind: 'keeps', form, address: number, outcome: outcome.kind, row: outcome.id })
    if (outcome.kind === 'repeat') return
    this.rows.set(outcome.id, { form })
    this.idleTimers.stir()
  }

  noteClaims(process: string, claims: Claim[]): void {
    for (const { token, message } of claims) {
      this.#claimed.set(token, message.id)
      this.#lastClaim.set(message.id, token)
      this.#openClaims.set(message.id, this.time.now)
      this.note({ kind: 'claims', process, token, row: message.id, possibleCopies: message.possibleCopies })
    }
    if (claims.length > 0) this.idleTimers.noteClaim()
  }

  noteRenewed(process: string, tokens: string[]): void {
    for (const token of tokens) {
      const row = this.#claimed.get(token)
      if (row && this.#lastClaim.get(row) === token && this.#openClaims.has(row))
        this.#openClaims.set(row, this.time.now)
    }
    this.note({ kind: 'renews', process, tokens })
  }

  /** How long ago the last of the open claims was made or renewed. */
  get claimAgeMs(): number {
    return this.time.now - Math.max(Number.NEGATIVE_INFINITY, ...this.#openClaims.values())
  }

  /** How long ago a message was claimed or its claim renewed, if the claim is open. */
  openForMs(row: string): number {
    return this.time.now - (this.#openClaims.get(row) ?? Number.NEGATIVE_INFINITY)
  }

  noteSettled(process: string, token: string, outcome: Outcome['kind'], result: 'settled' | 'lost'): void {
    const row = this.#claimed.get(token)
    this.note({ kind: 'settles', process, token, row, outcome, result })
    if (result === 'settled' && row) this.#openClaims.delete(row)
    this.idleTimers.stir()
  }

  noteRetried(rows: string[]): void {
    this.note({ kind: 'makes due', rows })
    this.idleTimers.stir()
  }

  noteErased(rows: string[]): void {
    this.note({ kind: 'erases', rows })
    for (const row of rows) this.#forget(row)
  }

  #forget(row: string): void {
    this.rows.delete(row)
    this.#openClaims.delete(row)
    this.idleTimers.stir()
  }

  /** A purge does not say which messages it erased: they are those that are missing after it. */
  async purging(purge: () => Promise<PurgeOutcome>): Promise<PurgeOutcome> {
    const outcome = await purge()
    if (outcome.kind === 'purged' && outcome.erased > 0) {
      const left = new Set((await this.#shared.store.list()).map(({ id }) => id))
      const gone = [...this.rows.keys()].filter((row) => !left.has(row))
      for (const row of gone) this.#forget(row)
      this.note({ kind: 'purges', rows: gone })
    }
    return outcome
  }

  // Mails

  nextAttempt(): number {
    return ++this.#attempts
  }

  /** The mail of a message. The product's own words would change nothing here. */
  compose(process: string, message: Message): Mail {
    const poison = this.#poisonOf(message.id, 'cannot be composed')
    if (poison) {
      this.note({ kind: 'cannot compose', process, row: message.id })
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

  noteTaken(attempt: number): void {
    this.note({ kind: 'takes', attempt })
  }

  /** What goes wrong with a mail at this stage, now. */
  mailFault(row: string, stage: MailStage): MailFault | undefined {
    const poison = this.#poisonOf(row, stage)
    if (poison && poison.fault !== 'cannot be composed') return poison.fault
    const { now } = this.time
    return this.scenario.mail.find((one) => one.stage === stage && now >= one.at && now < one.at + one.lastsMs)
  }

  #poisonOf(row: string, when: MailStage | 'cannot be composed'): Poison | undefined {
    const form = this.rows.get(row)?.form
    const poison = form === undefined ? undefined : this.scenario.forms[form]?.poison
    if (form === undefined || !poison) return undefined
    if ((poison.fault === 'cannot be composed' ? poison.fault : poison.fault.stage) !== when) return undefined
    const times = this.#poisoned.get(form) ?? 0
    if (times >= poison.times) return undefined
    this.#poisoned.set(form, times + 1)
    return poison
  }
}

/** A message's words say which form they are of. */
export const wordsOf = (form: number) => `The words of form ${form}`
const formOf = (words: string) => Number(words.split(' ').at(-1))
