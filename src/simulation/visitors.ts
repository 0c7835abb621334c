import type { KeepOutcome } from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import type { FormPlan } from './scenario.ts'
import type { SimulatedServer } from './simulated-server.ts'
import { type World, wordsOf } from './world.ts'

/** How long a visitor waits for an answer, and how often one that got none, or a failure, tries again. */
const timeoutMs = 30_000
const mostTries = 6

/** Those who fill the forms of a scenario: they click twice, reload, and try again when something fails. */
export function sendVisitors(world: World, servers: SimulatedServer[]): void {
  for (const [number, plan] of world.scenario.forms.entries()) new Visitor(world, servers, number, plan).begin()
}

class Visitor {
  readonly #world: World
  readonly #servers: SimulatedServer[]
  readonly #number: number
  readonly #plan: FormPlan
  readonly #submission: Submission
  #lostAnswers: number

  constructor(world: World, servers: SimulatedServer[], number: number, plan: FormPlan) {
    this.#world = world
    this.#servers = servers
    this.#number = number
    this.#plan = plan
    this.#lostAnswers = plan.lostAnswers
    this.#submission = {
      name: `Visitor ${number}`,
      email: 'visitor@example.org',
      message: wordsOf(number),
      language: 'fr',
      website: plan.isTrapped ? 'https://robot.example' : '',
      ...(plan.kind === 'page' && { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }),
    }
  }

  begin(): void {
    const { at, repeats } = this.#plan
    for (const afterMs of [0, ...repeats]) this.#world.time.at(at + afterMs, () => this.#send(1))
  }

  #send(tries: number): void {
    const { time, random } = this.#world
    const up = this.#servers.filter(({ isUp }) => isUp)
    const server = up[random.below(up.length)]
    this.#world.record({ kind: 'sends', form: this.#number, server: server && `server ${server.number}` })
    if (!server) {
      this.#receive({ kind: 'nothing' }, tries)
      return
    }
    let isAnswered = false
    const receive = (answer: Answer) => {
      if (isAnswered) return
      isAnswered = true
      this.#receive(answer, tries)
    }
    const isLost = this.#lostAnswers-- > 0
    time.after(random.latency(2_000), () =>
      server.receive(this.#submission, (answer) => {
        if (!isLost) time.after(random.latency(1_000), () => receive(answer))
      }),
    )
    time.after(timeoutMs, () => receive({ kind: 'nothing' }))
  }

  #receive(answer: Answer, tries: number): void {
    const { time, random } = this.#world
    const row = 'id' in answer ? answer.id : undefined
    this.#world.record({ kind: 'gets answer', form: this.#number, answer: answer.kind, row })
    const isDone = answer.kind === 'kept' || answer.kind === 'repeat'
    if (!isDone && tries < mostTries) time.after(random.between(500, 60_000), () => this.#send(tries + 1))
  }
}

type Answer = KeepOutcome | { kind: 'failed' | 'nothing' }
