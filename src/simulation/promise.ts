import type { KeepOutcome, Message, Outcome } from '../server/messages/message-store.ts'
import { dayMs, hourMs, minuteMs } from '../shared/durations.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** A server that reached the store for so long, the first pause less the time for a renewal, still has its claims. */
const wellMs = 4 * minuteMs
/** Within this time the same words from a plain form are the same submission. */
const repeatWindowMs = 10 * minuteMs
/**
 * Within this time after the last fault everything is settled. A message that was rejected just before waits for a day;
 * the pause after the ninth unknown outcome is 21 hours, and these histories have no more. The rest is for servers that are
 * frozen, stopping or down, and for slow mails.
 */
export const settledWithinMs = 26 * hourMs

/** A form that a visitor fills. @property isPlain without JavaScript, so without an id of its own */
export type Form = { number: number; isPlain: boolean; isTrapped: boolean }

/** One attempt to send a message. @property outcome what its sender could know when it was over */
type Attempt = {
  name: string
  message: StoredMessage
  process: SimulatedProcess
  beganAt: number
  /** When the first byte of its text went out. */
  dataAt?: number
  isTaken?: boolean
  outcome?: 'taken' | 'rejected' | 'unknown'
}

/** @property retriedAt when the operator last asked for another attempt */
type StoredMessage = {
  name: string
  form: Form
  storedAt: number
  isGone: boolean
  retriedAt: number
  attempts: Attempt[]
}

/**
 * Checks the promise of docs/promises.md: it learns which messages the store has, what went over the wire, and the true time.
 * Of claims, leases, states and pauses it knows nothing, so that a mistake there is not repeated here.
 */
export class PromiseChecker {
  readonly violations: { rule: string; what: string }[] = []
  /** The history for a reader, a line for each event. */
  readonly lines: string[] = []
  readonly forms: Form[] = []
  readonly messages = new Map<string, StoredMessage>()
  readonly #time: { now: number }
  readonly #retentionMs: number
  #leaptAt = -Infinity
  /** Until when a server may be unable to reach the store. */
  #disturbedUntil = -Infinity

  /** @param time the true time */
  constructor(time: { now: number }, retentionDays: number) {
    this.#time = time
    this.#retentionMs = retentionDays * dayMs
  }

  /** The true time; it keeps the order of events within a millisecond. */
  get #now(): number {
    return this.#time.now + this.lines.length * 1e-6
  }

  note(text: string): void {
    this.lines.push(`${duration(this.#time.now).padStart(17)}  ${text}`)
  }

  #must(rule: string, isTrue: boolean, what: string): void {
    if (!isTrue) this.violations.push({ rule, what: `${what} (at ${duration(this.#now)})` })
  }

  disturbed(ms: number): void {
    this.#disturbedUntil = Math.max(this.#disturbedUntil, this.#now + ms)
  }

  clockLeapt(): void {
    this.#leaptAt = this.#now
    this.disturbed(0)
  }

  // What the store has committed. Each returns what the store did.

  /** @param text the number of the form */
  stored(text: string, outcome: KeepOutcome): KeepOutcome {
    const form = present(this.forms[Number(text)])
    this.note(`store: ${outcome.kind} form ${form.number}`)
    const ofForm = [...this.messages.values()].filter((message) => message.form === form)
    const there = ofForm.filter(({ isGone }) => !isGone)
    if (outcome.kind === 'repeat') {
      this.#must('stored', there.length > 0, `form ${form.number} repeats what is not there`)
      return outcome
    }
    const isSame = ({ storedAt }: StoredMessage) =>
      !form.isPlain || (storedAt >= this.#leaptAt && this.#now - storedAt < repeatWindowMs)
    this.#must('stored once', !there.some(isSame), `form ${form.number} is stored twice`)
    const name = `m${form.number}${'.'.repeat(ofForm.length)}`
    const message = { name, form, storedAt: this.#now, isGone: false, retriedAt: -Infinity, attempts: [] }
    this.messages.set(outcome.id, message)
    return outcome
  }

  confirmed({ number }: Form, { id }: KeepOutcome): void {
    this.note(`form ${number} is confirmed`)
    this.#must('stored', this.messages.get(id)?.form.number === number, `form ${number} was confirmed and not stored`)
  }

  retried(ids: string[], count: number): number {
    for (const message of this.#known(ids)) message.retriedAt = this.#now
    return count
  }

  /** @param isPurge by a server, because they are too old; what a wrong clock may erase is checked by retention.test.ts */
  erased(ids: string[], count: number, isPurge: boolean): number {
    for (const message of this.#known(ids)) {
      this.note(`store: ${message.name} is erased`)
      const mayGo = !isPurge || this.#leaptAt > -Infinity || this.#now - message.storedAt >= this.#retentionMs
      this.#must('purge', mayGo || message.isGone, `${message.name} was purged before its time`)
      message.isGone = true
    }
    return count
  }

  #known = (ids: string[]) => ids.flatMap((id) => this.messages.get(id) ?? [])

  /** A second mail needs a reason: the operator's wish, a rejection, or an outcome that nobody could know. */
  begins(process: SimulatedProcess, id: string, isMarked: boolean): Attempt {
    const message = present(this.messages.get(id))
    const { attempts, retriedAt } = message
    const name = `mail ${attempts.length + 1} of ${message.name}`
    this.note(`${process.name}: begins ${name}${isMarked ? ', marked' : ''}`)
    const mayBeThere = attempts.some(({ dataAt, outcome }) => dataAt && outcome !== 'rejected')
    const attempt: Attempt = { name, message, process, beganAt: this.#now }
    // A server that was frozen after its claim does not know what others have sent meanwhile.
    const isRight = !mayBeThere || isMarked || this.#mayBeLost(attempt)
    this.#must('marked', isRight, `${name} may be a copy, and is not marked`)
    this.#must('trapped', !isTrapped(message), `${name}, which a robot sent`)
    const previous = attempts.at(-1)
    const { outcome = 'under way', beganAt = 0 } = previous ?? {}
    const hasReason = outcome === 'rejected' || outcome === 'unknown' || retriedAt > beganAt
    const isFine = !previous || hasReason || this.#mayBeLost(previous)
    this.#must('copies', isFine, `${name}, and the one before is ${outcome}`)
    attempts.push(attempt)
    return attempt
  }

  /** Whether the server that makes an attempt may be unable to renew its claim, or to record what it knows. */
  #mayBeLost = ({ process }: Attempt) => process.isKilled || this.#disturbedUntil >= this.#now - wellMs

  dataBegins(attempt: Attempt): void {
    attempt.dataAt = this.#now
    const isLast = attempt.message.attempts.at(-1) === attempt
    this.#must('copies', isLast || this.#mayBeLost(attempt), `${attempt.name} was taken over and goes on`)
  }

  isTaken(attempt: Attempt): void {
    this.note(`mail server: takes ${attempt.name}`)
    attempt.isTaken = true
  }

  ended(attempt: Attempt, kind: Outcome['kind']): void {
    this.note(`${attempt.process.name}: ${attempt.name} ends: ${kind}`)
    attempt.outcome = kind === 'sent' ? 'taken' : kind === 'unknown' ? 'unknown' : 'rejected'
  }

  /**
   * Long after the last fault, the messages that are listed are those that were stored and not erased; the mail server has each or has
   * rejected it for the last time, what is too old is gone, and servers that were asked to stop have exited. That is all that is checked of how long
   * anything takes.
   */
  finished(listed: Message[], processes: SimulatedProcess[]): void {
    for (const { name, isAlive, stopRequestedAt } of processes)
      this.#must('settled', !isAlive || stopRequestedAt === Infinity, `${name} has not stopped`)
    const there = [...this.messages].flatMap(([id, { isGone }]) => (isGone ? [] : id))
    const isSame = new Set(there).symmetricDifference(new Set(listed.map(({ id }) => id))).size === 0
    this.#must('stored', isSame, `${listed.length} messages are listed, and ${there.length} were stored and not erased`)
    for (const { id, state, dueAt } of listed) {
      const message = present(this.messages.get(id))
      const { name, attempts, storedAt } = message
      const isSettled =
        (state === 'delivered' && attempts.some(({ isTaken }) => isTaken)) ||
        (state === 'refused' && !dueAt && attempts.at(-1)?.outcome === 'rejected') ||
        (state === 'trapped' && isTrapped(message))
      this.#must('settled', isSettled, `${name} is ${state} after ${attempts.length} mails`)
      const isOverdue = this.#leaptAt === -Infinity && this.#now - storedAt > this.#retentionMs + 2 * dayMs
      this.#must('purge', !isOverdue, `${name} is older than it may get`)
    }
  }
}

/** A message that fell into the trap for robots is not mailed until the operator retries it. */
const isTrapped = ({ form, retriedAt }: StoredMessage) => form.isTrapped && retriedAt === -Infinity

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The history mentions what does not exist.')
  return value
}

/** 1 d 02:03:04.567 */
function duration(ms: number): string {
  const days = Math.floor(ms / dayMs)
  return `${days > 0 ? `${days} d ` : ''}${new Date(ms).toISOString().slice(11, 23)}`
}
