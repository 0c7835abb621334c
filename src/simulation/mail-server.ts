import type { Mail, Mailer } from '../server/mail/mailer.ts'
import type { Stage } from '../server/mail/smtp-mailer.ts'
import type { Outcome } from '../server/messages/message-store.ts'
import type { MailStage } from './scenario.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** The stages of a mail, and what the mailer calls them. */
const stageNames: Record<MailStage, Stage> = { session: 'session', envelope: 'envelope', body: 'data', end: 'data' }
const stages = Object.keys(stageNames) as MailStage[]

/**
 * The mailer of one process, and the mail server behind it, which replies, hangs up, talks nonsense or is silent at each
 * stage, for all mails or for one. Limits and outcomes are the product's own (`smtpLimits`, `outcomeOf`);
 * smtp-mailer.test.ts shows that the real mailer applies them on real connections.
 */
export const simulatedMailer = (world: World, process: SimulatedProcess): Mailer => ({
  send: (mail, signal) => process.wait((resolve) => converse(world, process, { mail, signal, resolve })),
})

type Sending = { mail: Mail; signal: AbortSignal; resolve: (outcome: Outcome) => void }

function converse(world: World, process: SimulatedProcess, { mail, signal, resolve }: Sending): void {
  const { messageId, mayBeRepeat } = mail
  const { time, random, system } = world
  const attempt = ++world.attempts
  const message = messageId.slice(1, messageId.indexOf('@'))
  let stage: MailStage = 'session'
  let isOver = false

  const abort = () => {
    if (stageNames[stage] !== 'data') end('client', { message: 'This server is stopping.' })
  }
  world.record({ kind: 'begins', attempt, process: process.name, message, messageId, mayBeRepeat })
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  enter('session')

  function enter(next: MailStage | undefined): void {
    if (isOver || !next) return
    stage = next
    if (stage === 'body') world.record({ kind: 'data begins', attempt })
    time.after(random.latency(stage === 'session' ? 1_500 : 400), serve)
  }

  /** The mail server's part of a stage. */
  function serve(): void {
    // A connection ends with its process, and what has not arrived by then never does.
    if (isOver || !process.isAlive) return
    const fault = world.mailFault(message, stage)
    const next = stages[stages.indexOf(stage) + 1]
    if (stage === 'end') {
      world.record({ kind: 'data ends', attempt })
      const isTaken = !fault || fault.takes || (fault.act === 'replies' && fault.code < 300)
      if (isTaken) time.after(random.latency(fault?.afterMs ?? 300), () => world.record({ kind: 'takes', attempt }))
    }
    if (!fault && next) {
      enter(next)
      return
    }
    const { act, code, afterMs } = fault ?? { act: 'replies', code: 250, afterMs: 300 + random.latency(2_000) }
    const { connectMs, commandMs, answerMs } = system.limits
    const limitMs = { session: connectMs, envelope: commandMs, body: answerMs, end: answerMs }[stage]
    const isSilent = act === 'is silent' || afterMs >= limitMs
    time.after(isSilent ? limitMs : afterMs, () => {
      if (isSilent) end('client', { message: 'The mail server has not answered.' })
      else if (act === 'hangs up') end('mail server', { message: 'The mail server has hung up.' })
      else if (act === 'talks nonsense') end('mail server', { message: 'nonsense', reply: '%&$ 9' })
      else if (code < 300 && next) enter(next)
      else end('reply', { message: 'replied', reply: `${code} simulated` })
    })
  }

  function end(by: 'reply' | 'mail server' | 'client', failure: { message: string; reply?: string }): void {
    if (isOver || !process.isAlive) return
    isOver = true
    signal.removeEventListener('abort', abort)
    const isTaken = stage === 'end' && by === 'reply' && failure.reply?.startsWith('2')
    const outcome: Outcome = isTaken ? { kind: 'sent' } : system.outcomeOf(stageNames[stage], failure)
    world.record({ kind: 'ends', attempt, by, why: failure.reply ?? failure.message, outcome: outcome.kind })
    resolve(outcome)
  }
}
