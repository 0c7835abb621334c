import type { Backlog, KeepOutcome, Message } from '../server/messages/message-store.ts'
import { dayMs, hourMs, minuteMs } from '../shared/durations.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** The first pause after an unknown outcome; each further one is twice as long (docs/decisions, 14). */
const firstUnknownPauseMs = 5 * minuteMs
/** A server that reached the store for so long, the first pause less the time for a renewal, keeps its claims. */
const wellMs = 4 * minuteMs
/** A rejected message is tried once, and then daily for a week. */
const triesOfRejected = 8
/** How long a planned stop may take (docs/operating.md). */
const longestStopMs = 11 * minuteMs
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
export type Mail = {
  name: string
  message: StoredMessage
  process: SimulatedProcess
  beganAt: number
  /** When the first byte of its text went out. */
  dataAt?: number
  isTaken?: boolean
  over?: { at: number; outcome: 'taken' | 'rejected' | 'unknown'; isFinal: boolean }
}

/** @property retriedAt when the operator last asked for another attempt */
type StoredMessage = { name: string; form: Form; keptAt: number; isGone: boolean; retriedAt: number; mails: Mail[] }

/**
 * Checks the promise of docs/promises.md: it learns which messages the store has, what went over the wire, and the true time.
 * Of claims, leases and states it knows nothing, so that a mistake there is not repeated here.
 */
export class PromiseChecker {
  readonly violations: { rule: string; what: string }[] = []
  /** The history for a reader, a line for each event. */
  readonly lines: string[] = []
  readonly forms: Form[] = []
  readonly messages = new Map<string, StoredMessage>()
  /** What may have kept a server, or all, from the store. */
  readonly #disturbances: { from: number; until: number; whom: number | 'all' }[] = []
  readonly #time: { now: number }
  readonly #retentionMs: number
  #leaptAt = -Infinity

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

  disturbed(ms: number, whom: number | 'all'): void {
    this.#disturbances.push({ from: this.#now, until: this.#now + ms, whom })
  }

  clockLeapt(): void {
    this.#leaptAt = this.#now
    this.disturbed(0, 'all')
  }

  // What the store has committed. Each returns what the store did.

  /** @param text the number of the form */
  kept(text: string, outcome: KeepOutcome): KeepOutcome {
    const { kind, id } = outcome
    const form = present(this.forms[Number(text)])
    this.note(`store: ${kind} form ${form.number}`)
    const ofForm = [...this.messages.values()].filter((message) => message.form === form)
    const there = ofForm.filter(({ isGone }) => !isGone)
    if (kind === 'repeat') {
      this.#must('kept', there.length > 0, `form ${form.number} repeats what is not there`)
      return outcome
    }
    const isSame = ({ keptAt }: StoredMessage) =>
      !form.isPlain || (keptAt >= this.#leaptAt && this.#now - keptAt < repeatWindowMs)
    this.#must('kept once', !there.some(isSame), `form ${form.number} is stored twice`)
    const name = `m${form.number}${'.'.repeat(ofForm.length)}`
    this.messages.set(id, { name, form, keptAt: this.#now, isGone: false, retriedAt: -Infinity, mails: [] })
    return outcome
  }

  confirmed({ number }: Form, { id }: KeepOutcome): void {
    this.note(`form ${number} is confirmed`)
    this.#must('kept', this.messages.get(id)?.form.number === number, `form ${number} was confirmed and not stored`)
  }

  retried(ids: string[], count: number): number {
    for (const message of this.#known(ids)) message.retriedAt = this.#now
    return count
  }

  /** @param isPurge by a server, because they are too old; what a wrong clock may erase is checked by retention.test.ts */
  erased(ids: string[], count: number, isPurge: boolean): number {
    for (const message of this.#known(ids)) {
      this.note(`store: ${message.name} is erased`)
      const mayGo = !isPurge || this.#leaptAt > -Infinity || this.#now - message.keptAt >= this.#retentionMs
      this.#must('purge', mayGo || message.isGone, `${message.name} was purged before its time`)
      message.isGone = true
    }
    return count
  }

  #known = (ids: string[]) => ids.flatMap((id) => this.messages.get(id) ?? [])

  begins(process: SimulatedProcess, id: string, isMarked: boolean): Mail {
    const message = present(this.messages.get(id))
    const name = `mail ${message.mails.length + 1} of ${message.name}`
    const mail: Mail = { name, message, process, beganAt: this.#now }
    this.note(`${process.name}: begins ${name}${isMarked ? ', marked' : ''}`)
    const mayBeThere = message.mails.some(({ dataAt, over }) => dataAt && over?.outcome !== 'rejected')
    this.#must('marked', !mayBeThere || isMarked, `${name} may be a copy, and is not marked`)
    this.#must('trapped', !isTrapped(message), `${name}, which a robot sent`)
    this.#checkCopy(message, mail)
    message.mails.push(mail)
    return mail
  }

  /** A second mail needs a reason: the operator's wish, a rejection, or an outcome that nobody could know, and then a pause. */
  #checkCopy({ mails, retriedAt }: StoredMessage, mail: Mail): void {
    const previous = mails.at(-1)
    const isExcused = !previous || this.#isExcused(previous) || this.#isExcused(mail)
    if (isExcused || retriedAt > previous.beganAt) return
    const { name } = mail
    const { outcome = 'under way', at = 0 } = previous.over ?? {}
    this.#must('copies', outcome === 'rejected' || outcome === 'unknown', `${name}, and the one before is ${outcome}`)
    const unknowns = mails.filter(({ over }) => over?.outcome === 'unknown').length
    const leastMs = outcome === 'unknown' ? firstUnknownPauseMs * 2 ** (unknowns - 1) : 0
    const passedMs = this.#now - at
    this.#must('pauses', this.#leaptAt > previous.beganAt || passedMs >= leastMs, `${name} after ${duration(passedMs)}`)
  }

  /** Whether the server that sent a mail may have been unable to renew its claim, or to record what it knew. */
  #isExcused({ process }: Mail): boolean {
    const end = Math.min(this.#now, process.exitedAt)
    const isDisturbed = this.#disturbances.some(
      ({ from, until, whom }) => (whom === 'all' || whom === process.server) && from <= end && until >= end - wellMs,
    )
    return process.isKilled || isDisturbed || process.exitedAt - process.stopRequestedAt >= longestStopMs
  }

  dataBegins(mail: Mail): void {
    mail.dataAt = this.#now
    const isLast = mail.message.mails.at(-1) === mail
    this.#must('copies', isLast || this.#isExcused(mail), `${mail.name} was taken over and goes on`)
  }

  isTaken(mail: Mail): void {
    this.note(`mail server: takes ${mail.name}`)
    mail.isTaken = true
  }

  /** @param reply of the mail server, if there was one that makes sense */
  ended(mail: Mail, reply: string | undefined): void {
    this.note(`${mail.process.name}: ${mail.name} ends: ${reply ?? 'no reply'}`)
    const outcome = reply?.startsWith('2') ? 'taken' : reply || !mail.dataAt ? 'rejected' : 'unknown'
    mail.over = { at: this.#now, outcome, isFinal: reply?.startsWith('5') ?? false }
  }

  /** What the operator sees: all messages, and how many of them are not delivered. */
  looked(listed: Message[], backlog: Backlog): void {
    const there = [...this.messages].flatMap(([id, { isGone }]) => (isGone ? [] : id))
    const found = new Set(listed.map(({ id }) => id))
    const isSame = found.size === there.length && there.every((id) => found.has(id))
    this.#must('kept', isSame, `${found.size} messages are listed, and ${there.length} were stored and not erased`)
    for (const state of ['waiting', 'unknown', 'refused'] as const) {
      const count = listed.filter((message) => message.state === state).length
      this.#must('visible', backlog[state] === count, `${count} are ${state}, and the backlog counts ${backlog[state]}`)
    }
    const seen = listed.map(({ id, state }) => `${this.messages.get(id)?.name} ${state}`).sort()
    this.note(`operator: sees ${seen.join(', ') || 'nothing'}`)
  }

  /**
   * Long after the last fault, the mail server has each message or has rejected it daily for a week, what is too old is gone, and
   * servers that were asked to stop have exited. That is all that is checked of how long anything takes.
   */
  finished(listed: Message[], processes: SimulatedProcess[]): void {
    for (const { name, isAlive, stopRequestedAt } of processes)
      this.#must('settled', !isAlive || stopRequestedAt === Infinity, `${name} has not stopped`)
    for (const { id, state } of listed) {
      const message = present(this.messages.get(id))
      const { name, mails, keptAt } = message
      const rejections = mails.filter(({ over }) => over?.isFinal).length
      const isSettled =
        (state === 'delivered' && mails.some(({ isTaken }) => isTaken)) ||
        (state === 'refused' && rejections >= triesOfRejected) ||
        (state === 'trapped' && isTrapped(message))
      this.#must(
        'settled',
        isSettled,
        `${name} is ${state} after ${mails.length} mails, ${rejections} of them rejected`,
      )
      const isOverdue = this.#leaptAt === -Infinity && this.#now - keptAt > this.#retentionMs + 2 * dayMs
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
