import type { KeepOutcome } from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import type { FormPlan } from './scenario.ts'
import type { SimulatedServer } from './simulated-server.ts'
import { type World, wordsOf } from './world.ts'

/** How long a visitor waits for an answer, and how often one that got none, or a failure, tries again. */
const timeoutMs = 30_000
const mostTries = 6

type FormReply = KeepOutcome | { kind: 'failed' | 'nothing' }

/** Plays the visitor who fills one of a scenario's forms: clicks twice, reloads, and tries again when something fails. */
export function sendVisitor(world: World, servers: SimulatedServer[], form: number, plan: FormPlan): void {
  const { time, random } = world
  let { lostAnswers } = plan
  const submission: Submission = {
    name: `Visitor ${form}`,
    email: 'visitor@example.org',
    message: wordsOf(form),
    language: 'fr',
    website: plan.isTrapped ? 'https://robot.example' : '',
    ...(plan.kind === 'page' && { id: `00000000-0000-4000-8000-${String(form).padStart(12, '0')}` }),
  }

  function send(tries: number): void {
    const up = servers.filter(({ isUp }) => isUp)
    const server = up[random.below(up.length)]
    world.record({ kind: 'sends', form, server: server && `server ${server.number}` })
    let isAnswered = false
    const receive = (answer: FormReply) => {
      if (isAnswered) return
      isAnswered = true
      const isKept = answer.kind === 'kept' || answer.kind === 'repeat'
      world.record({ kind: 'gets answer', form, answer: answer.kind, message: isKept ? answer.id : undefined })
      if (!isKept && tries < mostTries) time.after(500 + random.below(60_000), () => send(tries + 1))
    }
    const isLost = server !== undefined && lostAnswers-- > 0
    time.after(random.latency(2_000), () =>
      server?.receive(submission, (answer) => {
        if (!isLost) time.after(random.latency(1_000), () => receive(answer))
      }),
    )
    time.after(server ? timeoutMs : 0, () => receive({ kind: 'nothing' }))
  }

  for (const afterMs of [0, ...plan.repeats]) time.at(plan.at + afterMs, () => send(1))
}
