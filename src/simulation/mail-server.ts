import type { Mail, Mailer } from '../server/mail/mailer.ts'
import { smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { Outcome } from '../server/messages/message-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/**
 * The mailer of one process, and the mail server behind it, which takes a mail, rejects it, is away, or never confirms what it may
 * have taken. smtp-mailer.test.ts shows how replies and silence on real connections become these outcomes.
 */
export const simulatedMailer = (world: World, process: SimulatedProcess): Mailer => ({
  send: (mail, signal) => process.wait((resolve) => void converse(world, process, { mail, signal, resolve })),
})

type Sending = { mail: Mail; signal: AbortSignal; resolve: (outcome: Outcome) => void }

async function converse(world: World, process: SimulatedProcess, { mail, signal, resolve }: Sending): Promise<void> {
  const { time, checker, mailFaults, latency } = world
  const attempt = checker.begins(process, mail.messageId, mail.mayBeRepeat)
  const isOver = () => attempt.outcome !== undefined || !process.isAlive
  const end = (kind: Outcome['kind']) => {
    if (isOver()) return
    checker.ended(attempt, kind)
    resolve(kind === 'sent' ? { kind } : { kind, reason: 'simulated' })
  }
  const abort = () => {
    if (attempt.dataAt === undefined) end('away')
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)

  await time.sleep(latency(2_000))
  const { number } = attempt.message.form
  const fault = mailFaults.find(({ until, form }) => time.now < until && (form ?? number) === number)
  const { outcome, afterMs, takes } = fault ?? { outcome: 'sent', afterMs: latency(2_000), takes: true }
  if (outcome === 'away') await time.sleep(Math.min(afterMs, smtpLimits.connectMs))
  if (isOver()) return
  if (outcome === 'away') return end(outcome)
  checker.dataBegins(attempt)
  await time.sleep(latency(400))
  // A connection ends with its process, and what has not arrived by then never does.
  if (!process.isAlive) return
  if (outcome === 'sent' || (outcome === 'unknown' && takes))
    time.after(latency(afterMs), () => checker.isTaken(attempt))
  await time.sleep(Math.min(afterMs, smtpLimits.answerMs))
  end(afterMs < smtpLimits.answerMs ? outcome : 'unknown')
}
