import type { Mail, Mailer, Stage, smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { Outcome } from '../server/messages/message-store.ts'
import type { MailStage } from './scenario.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

const stages: readonly MailStage[] = ['session', 'envelope', 'body', 'end']
/** What the mailer calls them. */
const stageNames: Record<MailStage, Stage> = { session: 'session', envelope: 'envelope', body: 'data', end: 'data' }

/**
 * The mailer of one process, and the mail server behind it, which replies, hangs up, talks nonsense or is silent at each
 * stage, for all mails or for one. Limits and outcomes are the product's own (`smtpLimits`, `outcomeOf`);
 * smtp-mailer.test.ts shows that the real mailer applies them on real connections.
 */
export function simulatedMailer(world: World, process: SimulatedProcess): Mailer {
  return {
    send: (mail, signal) => process.wait((resolve) => new Conversation(world, process, mail, signal, resolve).begin()),
  }
}

class Conversation {
  readonly #world: World
  readonly #process: SimulatedProcess
  readonly #mail: Mail
  readonly #signal: AbortSignal
  readonly #resolve: (outcome: Outcome) => void
  readonly #row: string
  readonly #number: number
  #stage: MailStage = 'session'
  #isOver = false

  constructor(
    world: World,
    process: SimulatedProcess,
    mail: Mail,
    signal: AbortSignal,
    resolve: (outcome: Outcome) => void,
  ) {
    this.#world = world
    this.#process = process
    this.#mail = mail
    this.#signal = signal
    this.#resolve = resolve
    this.#row = world.rowOf(mail)
    this.#number = world.nextAttempt()
  }

  begin(): void {
    const { messageId, mayBeRepeat } = this.#mail
    this.#world.record({
      kind: 'begins',
      attempt: this.#number,
      process: this.#process.name,
      row: this.#row,
      messageId,
      mayBeRepeat,
    })
    if (this.#signal.aborted) this.#abort()
    else this.#signal.addEventListener('abort', this.#abort)
    this.#enter(0)
  }

  #abort = () => {
    if (stageNames[this.#stage] !== 'data') this.#end('client', { message: 'This server is stopping.' })
  }

  #enter(index: number): void {
    const { time, random } = this.#world
    if (this.#isOver) return
    this.#stage = stages[index] as MailStage
    if (this.#stage === 'body') this.#world.record({ kind: 'data begins', attempt: this.#number })
    time.after(random.latency(this.#stage === 'session' ? 1_500 : 400), () => this.#serve(index))
  }

  /** The mail server's part of a stage. @param index of the stage */
  #serve(index: number): void {
    // A connection ends with its process, and what has not arrived by then never does.
    if (this.#isOver || !this.#process.isAlive) return
    const { time, random } = this.#world
    const fault = this.#world.mailFault(this.#row, this.#stage)
    if (this.#stage === 'end') {
      this.#world.record({ kind: 'data ends', attempt: this.#number })
      const takes = fault === undefined || fault.takes || (fault.act === 'replies' && fault.code < 300)
      if (takes) time.after(random.latency(fault?.afterMs ?? 300), () => this.#world.recordTaken(this.#number))
    }
    if (!fault && this.#stage !== 'end') {
      this.#enter(index + 1)
      return
    }
    const { act, code, afterMs } = fault ?? { act: 'replies', code: 250, afterMs: 300 + random.latency(2_000) }
    const limitMs = this.#limitMs
    if (act === 'is silent' || afterMs >= limitMs) {
      time.after(limitMs, () => this.#end('client', { message: 'The mail server has not answered.' }))
      return
    }
    time.after(afterMs, () => {
      if (act === 'replies' && code < 300 && this.#stage !== 'end') this.#enter(index + 1)
      else if (act === 'replies') this.#end('reply', { message: 'replied', reply: `${code} simulated` })
      else if (act === 'hangs up') this.#end('mail server', { message: 'The mail server has hung up.' })
      else this.#end('mail server', { message: 'nonsense', reply: '%&$ 9' })
    })
  }

  /** How long the mailer waits for the mail server at this stage. */
  get #limitMs(): number {
    const { connectMs, commandMs, answerMs }: typeof smtpLimits = this.#world.system.limits
    return { session: connectMs, envelope: commandMs, body: answerMs, end: answerMs }[this.#stage]
  }

  #end(by: 'reply' | 'mail server' | 'client', failure: { message: string; reply?: string }): void {
    if (this.#isOver || !this.#process.isAlive) return
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.#abort)
    const isTaken = this.#stage === 'end' && by === 'reply' && failure.reply?.startsWith('2')
    const outcome: Outcome = isTaken ? { kind: 'sent' } : this.#world.system.outcomeOf(stageNames[this.#stage], failure)
    this.#world.record({
      kind: 'ends',
      attempt: this.#number,
      by,
      why: failure.reply ?? failure.message,
      outcome: outcome.kind,
    })
    this.#resolve(outcome)
  }
}
