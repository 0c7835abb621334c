import type { Mail, Mailer } from '../server/mail/mailer.ts'
import { outcomeOf, smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { Outcome } from '../server/messages/message-store.ts'
import { mailStages } from './commands.ts'
import type { MailEnd } from './model.ts'
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
  const { time, random, model } = world
  const { connectMs, commandMs, answerMs } = smtpLimits
  const limits = { session: connectMs, envelope: commandMs, body: answerMs, end: answerMs }
  const attempt = model.begins(process, mail.messageId, mail.mayBeRepeat)
  let stage: (typeof mailStages)[number] = 'session'
  let isOver = false

  const end = (by: MailEnd, failure: { message: string; reply?: string }) => {
    if (isOver || !process.isAlive) return
    isOver = true
    const isTaken = stage === 'end' && by === 'reply' && failure.reply?.startsWith('2')
    const stageName = stage === 'session' || stage === 'envelope' ? stage : 'data'
    const outcome: Outcome = isTaken ? { kind: 'sent' } : outcomeOf(stageName, failure)
    model.ended(attempt, by, failure.reply ?? failure.message, outcome)
    resolve(outcome)
  }
  const abort = () => {
    if (stage === 'session' || stage === 'envelope') end('client', { message: 'This server is stopping.' })
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)

  for (stage of mailStages) {
    if (isOver) return
    if (stage === 'body') model.mailed(attempt, 'data begins')
    await time.sleep(random.latency(stage === 'session' ? 1_500 : 400))
    // A connection ends with its process, and what has not arrived by then never does.
    if (isOver || !process.isAlive) return
    const fault = world.mailFault(attempt.message.form.number, stage)
    if (stage === 'end') {
      model.mailed(attempt, 'data ends')
      const isTaken = !fault || (fault.act === 'replies' ? fault.code < 300 : fault.takes)
      if (isTaken) time.after(random.latency(fault?.afterMs ?? 300), () => model.mailed(attempt, 'takes it'))
    } else if (!fault) continue
    const { act, code, afterMs } = fault ?? { act: 'replies', code: 250, afterMs: 300 + random.latency(2_000) }
    const isSilent = act === 'is silent' || afterMs >= limits[stage]
    await time.sleep(isSilent ? limits[stage] : afterMs)
    if (isSilent) return end('client', { message: 'The mail server has not answered.' })
    if (act === 'hangs up') return end('mail server', { message: 'The mail server has hung up.' })
    if (act === 'talks nonsense') return end('mail server', { message: 'nonsense', reply: '%&$ 9' })
    if (code >= 300 || stage === 'end') return end('reply', { message: 'replied', reply: `${code} simulated` })
  }
}
