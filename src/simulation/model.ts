import type { Backlog, ClaimOutcome, KeepOutcome, Message, Outcome } from '../server/messages/message-store.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../shared/durations.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** How long the mail server may take after the end of the data (RFC 5321 section 4.5.3.2.6). */
const answerMs = 10 * minuteMs
/** The first pause after an unknown outcome; each further one is twice as long (docs/decisions, 14). */
const firstUnknownPauseMs = 5 * minuteMs
/** A holder that was well for so long, the first pause less the time in which it renews or settles its claim, keeps the claim. */
const wellMs = 4 * minuteMs
/** A rejected message is tried once, and then daily for a week. */
const triesOfRejected = 8
/** How long a planned stop may take (docs/operating.md). */
const longestStopMs = 11 * minuteMs
/** Within this time the same words from a plain form are the same submission. */
const repeatWindowMs = 10 * minuteMs
/** A server looks for old messages each hour, or later if it was frozen. A briefly correct clock does not reset the count. */
const longestCheckMs = 100 * minuteMs
/**
 * Within this time after the last fault everything is settled. A message that was rejected just before waits for a day;
 * the pause after the ninth unknown outcome is 21 hours, and these histories have no more. The rest is for servers that are
 * frozen, stopping or down, and for slow mails.
 */
export const settledWithinMs = 26 * hourMs

/** A form that a visitor fills. @property isPlain without JavaScript, so without an id of its own */
export type Form = { number: number; isPlain: boolean; isTrapped: boolean }

/** @property oldMs for how long the clock has shown it as too old and, since then, `youngMs`, as young enough */
const newMessage = (name: string, form: Form, keptAt: number, keptClock: number) => ({
  ...{ name, form, keptAt, keptClock, isGone: false, retriedAt: -Infinity, isDue: false, attempts: [] as Attempt[] },
  ...{ rejections: 0, unknowns: 0, oldMs: 0, youngMs: 0 },
})
type ModelMessage = ReturnType<typeof newMessage>

/** One claim of a message, and the mail that follows from it. */
export type Attempt = {
  number: number
  message: ModelMessage
  process: SimulatedProcess
  at: number
  renewedAt: number
  settled?: Outcome['kind']
  /** Whether it was right that another claim followed it though it was not settled. */
  mayBeTakenOver: boolean
  /** When the first byte of the mail went out, and when the mail server had all of it. */
  dataAt?: number
  endAt?: number
  isTaken?: boolean
  over?: { at: number; by: MailEnd; isRejected: boolean }
}

/** Who ended a mail: the server that sends it because it has waited long enough, or the mail server, with a reply or without. */
export type MailEnd = 'reply' | 'mail server' | 'client'

/**
 * What must be true of the messages (docs/promises.md): it learns what the store commits, what goes over the wire and the true time,
 * and compares. It shares no code with the server, so that a mistake there is not repeated here. Each method records what happens
 * when it happens.
 */
export class Model {
  readonly violations: { rule: string; what: string }[] = []
  /** The history for a reader, a line for each event. */
  readonly lines: string[] = []
  readonly forms: Form[] = []
  readonly messages = new Map<string, ModelMessage>()
  readonly #attempts = new Map<string, Attempt>()
  /** What may have kept a server, or all, from the store. */
  readonly #disturbances: { from: number; until: number; whom: number | 'all' }[] = []
  readonly #time: { now: number }
  readonly #retentionMs: number
  #clockOffset = Date.UTC(2026, 2, 1, 9)
  #leaptAt = -Infinity
  /** Called after each change of the store. */
  onChange = () => {}

  /** @param time the true time */
  constructor(time: { now: number }, retentionDays: number) {
    this.#time = time
    this.#retentionMs = retentionDays * dayMs
  }

  /** The true time; it keeps the order of events within a millisecond. */
  get #now(): number {
    return this.#time.now + this.lines.length * 1e-6
  }

  /** The store's clock, which leaps. */
  clock = (): number => this.#clockOffset + this.#time.now

  note(text: string): void {
    this.lines.push(`${duration(this.#time.now).padStart(17)}  ${text}`)
  }

  #commit<Result>(text: string, result: Result): Result {
    this.note(`store: ${text}`)
    this.onChange()
    return result
  }

  #must(rule: string, isTrue: boolean, what: string): void {
    if (!isTrue) this.violations.push({ rule, what: `${what} (at ${duration(this.#now)})` })
  }

  confirmed({ number }: Form, { kind, id }: KeepOutcome): void {
    this.note(`form ${number} is confirmed as ${kind}`)
    this.#must('kept', this.messages.get(id)?.form.number === number, `form ${number} was confirmed and not stored`)
  }

  // What the store has committed. Each returns the result that it is given.

  /** @param words the number of the form */
  kept(words: string, outcome: KeepOutcome): KeepOutcome {
    const { kind, id } = outcome
    const now = this.#now
    const form = present(this.forms[Number(words)])
    const known = this.messages.get(id)
    const ofForm = [...this.messages.values()].filter((message) => message.form === form)
    if (kind === 'repeat') {
      this.#must('kept', known?.form === form && !known.isGone, `form ${form.number} repeats what is not there`)
      const isLate =
        form.isPlain && known && known.keptAt > this.#leaptAt && now - known.keptAt > repeatWindowMs + secondMs
      this.#must('kept once', !isLate, `form ${form.number} came too late to be a repeat`)
    } else {
      const isSame = ({ keptAt, isGone }: ModelMessage) =>
        !isGone && (!form.isPlain || (keptAt >= this.#leaptAt && now - keptAt < repeatWindowMs))
      this.#must('kept once', !ofForm.some(isSame), `form ${form.number} is stored twice`)
      const name = `m${form.number}${'.'.repeat(ofForm.length)}`
      this.messages.set(id, newMessage(name, form, now, this.clock()))
    }
    return this.#commit(`${kind} ${this.#name(id)} of form ${form.number}`, outcome)
  }

  claimed(process: SimulatedProcess, outcome: ClaimOutcome): ClaimOutcome {
    for (const { token, message: claimed } of outcome.claims) {
      const message = present(this.messages.get(claimed.id))
      const { name, attempts, isGone } = message
      this.#must('erased', !isGone, `${name} is claimed, and was erased`)
      this.#must('trapped', !isTrapped(message), `${name} is claimed, and a robot sent it`)
      this.#must('claims', !this.#attempts.has(token), `${name} is claimed by a token that an earlier claim has`)
      const previous = attempts.at(-1)
      if (previous) this.#checkNext(message, previous)
      const [number, at] = [this.#attempts.size + 1, this.#now]
      const attempt = { number, message, process, at, renewedAt: at, mayBeTakenOver: true }
      attempts.push(attempt)
      message.isDue = false
      this.#attempts.set(token, attempt)
      this.#commit(`${process.name} has claim ${number} of ${name}`, undefined)
    }
    return outcome
  }

  /** Whether another attempt may begin now: not after a known success, not while the holder is well, and after the pause. */
  #checkNext(message: ModelMessage, previous: Attempt): void {
    const { settled, isTaken, dataAt, renewedAt, over, process } = previous
    const now = this.#now
    const isInterrupted = !settled && dataAt !== undefined
    const isUnknown = isInterrupted || isUnknowable(previous)
    if (isUnknown) message.unknowns++
    if (message.retriedAt > previous.at) return
    const what = `${message.name} is claimed after claim ${previous.number}`
    this.#must('copies', !settled || !isTaken || isUnknowable(previous), `${what}, by which it was known to be sent`)
    const end = Math.min(now, process.exitedAt)
    const concerns = (whom: number | 'all') => whom === 'all' || whom === process.server
    const isWell = !this.#disturbances.some((one) => concerns(one.whom) && one.from <= end && one.until >= end - wellMs)
    const hasGivenUp = !over && process.exitedAt - process.stopRequestedAt >= longestStopMs
    previous.mayBeTakenOver = settled !== undefined || process.isKilled || hasGivenUp || !isWell
    this.#must('copies', !isInterrupted || previous.mayBeTakenOver, `${what}, whose holder is well`)
    // Of a claim that was never settled, the store knows only when it was last renewed.
    const pausedMs = now - (isInterrupted ? renewedAt : (over?.at ?? now))
    const unknownPauseMs = isUnknown ? firstUnknownPauseMs * 2 ** (message.unknowns - 1) : 0
    const leastMs = settled === 'refused' && over ? dayMs : unknownPauseMs
    this.#must('pauses', this.#leaptAt > previous.at || pausedMs >= leastMs, `${what} after ${duration(pausedMs)}`)
  }

  renewed(tokens: string[]): void {
    const attempts = tokens.map((token) => present(this.#attempts.get(token)))
    for (const attempt of attempts) attempt.renewedAt = this.#now
    this.note(`store: claims ${attempts.map(({ number }) => number)} are renewed`)
  }

  settled<Result extends 'settled' | 'lost'>(token: string, { kind }: Outcome, result: Result): Result {
    const attempt = present(this.#attempts.get(token))
    const { message, number } = attempt
    const isLost = message.isGone || message.attempts.at(-1) !== attempt || attempt.settled !== undefined
    this.#must('claims', isLost === (result === 'lost'), `claim ${number} of ${message.name} was ${result}`)
    if (result === 'settled') attempt.settled = kind
    if (result === 'settled' && kind === 'refused') message.rejections++
    return this.#commit(`claim ${number} of ${message.name} is ${result}, ${kind}`, result)
  }

  /** A process begins the mail of its last claim of a message. */
  begins(process: SimulatedProcess, id: string, mayBeRepeat: boolean): Attempt {
    const { name, attempts } = present(this.messages.get(id))
    const attempt = present(attempts.findLast((one) => one.process === process))
    this.note(`${process.name}: begins mail ${attempt.number} of ${name}${mayBeRepeat ? ', marked' : ''}`)
    const copied = attempts.find(({ dataAt = Infinity, over }) => dataAt <= attempt.at && !over?.isRejected)
    this.#must('marked', !copied || mayBeRepeat, `mail ${attempt.number} may be a copy, and is not marked`)
    return attempt
  }

  mailed(attempt: Attempt, event: 'data begins' | 'data ends' | 'takes it'): void {
    if (event === 'data begins') attempt.dataAt = this.#now
    else if (event === 'data ends') attempt.endAt = this.#now
    else attempt.isTaken = true
    this.note(`mail server: mail ${attempt.number}: ${event}`)
    this.#must('copies', attempt.mayBeTakenOver, `mail ${attempt.number} was taken over and goes on`)
  }

  ended(attempt: Attempt, by: MailEnd, why: string, { kind }: Outcome): void {
    const { number, process, dataAt = -Infinity, endAt = dataAt } = attempt
    attempt.over = { at: this.#now, by, isRejected: by === 'reply' && !why.startsWith('2') }
    this.note(`${process.name}: mail ${number} is ${kind}, by the ${by}: ${why}`)
    this.#must('timeout', by !== 'client' || this.#now - endAt >= answerMs, `mail ${number} was given up too soon`)
  }

  retried(ids: string[], count: number): number {
    for (const message of this.#found(ids)) {
      message.retriedAt = this.#now
      message.isDue = message.attempts.every(({ settled }) => settled)
    }
    return this.#commit(`${ids.map(this.#name)} are due, as the operator asked`, count)
  }

  /** @param isPurge by a server, because they are too old. A wrong clock erases nothing within a day */
  erased(ids: string[], count: number, isPurge: boolean): number {
    for (const message of this.#found(ids).filter(({ isGone }) => !isGone)) {
      this.#age(message)
      const isOld = this.#now - message.keptAt >= this.#retentionMs || message.oldMs >= dayMs - longestCheckMs
      this.#must('purge', !isPurge || isOld, `${message.name} was purged before its time`)
      message.isGone = true
    }
    return this.#commit(`${ids.map(this.#name)} are erased`, count)
  }

  leaps(byMs: number): void {
    for (const message of this.messages.values()) this.#age(message)
    this.#clockOffset += byMs
    this.#leaptAt = this.#now
    this.disturbed(0, 'all')
    this.#commit(`the clock leaps by ${duration(byMs)}`, undefined)
  }

  /** Adds up for how long the clock has shown a message as too old, since the last leap. */
  #age(message: ModelMessage): void {
    const ms = this.#now - Math.max(message.keptAt, this.#leaptAt)
    const oldMs = Math.min(ms, Math.max(0, this.clock() - message.keptClock - this.#retentionMs))
    message.youngMs += ms - oldMs
    if (message.youngMs > longestCheckMs) message.oldMs = 0
    if (oldMs > 0) message.youngMs = 0
    message.oldMs += oldMs
  }

  disturbed(ms: number, whom: number | 'all'): void {
    this.#disturbances.push({ from: this.#now, until: this.#now + ms, whom })
  }

  /** What the operator sees: all messages, and the backlog that counts those that are not delivered. */
  looked(listed: Message[], backlog: Backlog): void {
    const seen: string[] = []
    for (const [id, message] of this.messages) {
      const { name, isGone, isDue, attempts, retriedAt } = message
      const found = listed.find((one) => one.id === id)
      this.#must('kept', (found === undefined) === isGone, `${name} is there or not, against what was done`)
      if (!found) continue
      seen.push(`${name} ${found.state}`)
      const last = attempts.at(-1)
      const outcome = last && retriedAt < last.at ? last.settled : undefined
      const isRight =
        (found.state === 'trapped') === isTrapped(message) &&
        (found.state !== 'delivered' || attempts.some(({ isTaken }) => isTaken)) &&
        ((outcome !== 'refused' && outcome !== 'unknown') || found.state === outcome) &&
        (!isDue || found.state === 'waiting' || found.state === 'unknown') &&
        found.attempts >= attempts.length
      this.#must('visible', isRight, `${name} is ${found.state} after ${found.attempts} attempts`)
    }
    this.#must('kept', listed.length === seen.length, 'a message came from nowhere')
    for (const state of ['waiting', 'unknown', 'refused'] as const) {
      const count = listed.filter((message) => message.state === state).length
      this.#must('visible', backlog[state] === count, `${count} are ${state}, and the backlog counts ${backlog[state]}`)
    }
    this.note(`operator: sees ${seen.join(', ') || 'nothing'}`)
  }

  /**
   * Long after the last fault, the mail server has each message, or has rejected it daily for a week, what is too old is gone, and
   * servers that were asked to stop have exited. That is all that is checked of how long anything takes.
   */
  finished(listed: Message[], servers: { process: SimulatedProcess }[], faultsEndAt: number): void {
    for (const { id, state } of listed) {
      const { name, rejections, keptAt } = present(this.messages.get(id))
      const isSettled = state === 'refused' ? rejections >= triesOfRejected : state !== 'waiting' && state !== 'unknown'
      this.#must('settled', isSettled, `${name} is ${state} after ${rejections} rejections`)
      const goneBy = Math.max(keptAt + this.#retentionMs, faultsEndAt) + dayMs + 3 * hourMs
      this.#must('purge', this.#leaptAt > -Infinity || this.#now <= goneBy, `${name} is older than it may get`)
    }
    for (const { process } of servers)
      this.#must('settled', !process.isAlive || process.stopRequestedAt === Infinity, `${process.name} has not stopped`)
  }

  #found = (ids: string[]) => ids.flatMap((id) => this.messages.get(id) ?? [])
  #name = (id: string) => this.messages.get(id)?.name ?? 'a message from nowhere'
}

/** A message that fell into the trap for robots is not mailed until the operator retries it. */
const isTrapped = ({ form, retriedAt }: ModelMessage) => form.isTrapped && retriedAt === -Infinity

/** The connection broke after the mail had begun, or the answer made no sense, or there was none for ten minutes. */
const isUnknowable = ({ dataAt, endAt = dataAt, over }: Attempt): boolean =>
  endAt !== undefined && (over?.by === 'mail server' || (over?.by === 'client' && over.at - endAt >= answerMs))

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The history mentions what does not exist.')
  return value
}

/** 1 d 02:03:04.567 */
function duration(ms: number): string {
  const days = Math.floor(Math.abs(ms) / dayMs)
  const time = new Date(Math.abs(ms)).toISOString().slice(11, 23)
  return `${ms < 0 ? '-' : ''}${days > 0 ? `${days} d ` : ''}${time}`
}
