import type { Mail, Mailer } from '../server/mail/mailer.ts'
import { outcomeOf, smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { Outcome } from '../server/messages/message-store.ts'
import { mailStages } from './commands.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/**
 * The mailer of one process, and the mail server behind it, which replies, hangs up, talks nonsense or is silent at each
 * stage, for all mails or for one form's. Limits and outcomes are the product's own (`smtpLimits`, `outcomeOf`);
 * smtp-mailer.test.ts shows that the real mailer applies them on real connections.
 */
export const simulatedMailer = (world: World, process: SimulatedProcess): Mailer => ({
  send: (mail, signal) => process.wait((resolve) => converse(world, process, { mail, signal, resolve })),
})

type Sending = { mail: Mail; signal: AbortSignal; resolve: (outcome: Outcome) => void }

async function converse(world: World, process: SimulatedProcess, { mail, signal, resolve }: Sending): Promise<void> {
  const { time, random, checker, mailFaults } = world
  const { connectMs, commandMs, answerMs } = smtpLimits
  const limits = { session: connectMs, envelope: commandMs, body: answerMs, end: answerMs }
  const attempt = checker.begins(process, mail.messageId, mail.mayBeRepeat)
  let stage: (typeof mailStages)[number] = 'session'
  let isOver = false

  const end = (message: string, reply?: string) => {
    if (isOver || !process.isAlive) return
    isOver = true
    checker.ended(attempt, reply?.match(/^\d.*/)?.[0])
    const stageName = stage === 'session' || stage === 'envelope' ? stage : 'data'
    resolve(reply?.startsWith('2') ? { kind: 'sent' } : outcomeOf(stageName, { message, reply }))
  }
  const abort = () => {
    if (stage === 'session' || stage === 'envelope') end('This server is stopping.')
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)

  for (stage of mailStages) {
    if (isOver) return
    if (stage === 'body') checker.dataBegins(attempt)
    await time.sleep(random.latency(stage === 'session' ? 1_500 : 400))
    // A connection ends with its process, and what has not arrived by then never does.
    if (isOver || !process.isAlive) return
    const { number } = attempt.message.form
    const fault = mailFaults.find(
      (one) => time.now < one.until && one.stage === stage && (one.form ?? number) === number,
    )
    if (stage === 'end') {
      const isTaken = !fault || (fault.act === 'replies' ? fault.code < 300 : fault.takes)
      if (isTaken) time.after(random.latency(fault?.afterMs ?? 300), () => checker.isTaken(attempt))
    } else if (!fault) continue
    const { act, code, afterMs } = fault ?? { act: 'replies', code: 250, afterMs: 300 + random.latency(2_000) }
    const isSilent = act === 'is silent' || afterMs >= limits[stage]
    await time.sleep(isSilent ? limits[stage] : afterMs)
    if (isSilent) return end('The mail server has not answered.')
    if (act === 'hangs up') return end('The mail server has hung up.')
    if (act === 'talks nonsense') return end('nonsense', '%&$ 9')
    if (code >= 300 || stage === 'end') return end('replied', `${code} simulated`)
  }
}
