import type { KeepOutcome, MessageStore } from '../server/messages/message-store.ts'
import { keepRetention } from '../server/messages/retention.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import { faultyStore } from './faulty-store.ts'
import { simulatedMailer } from './mail-server.ts'
import type { ProcessFault } from './scenario.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { SystemUnderTest } from './system-under-test.ts'
import type { World } from './world.ts'

/** An idle server looks for work after that long at most. */
const idleMs = 30_000
/** To play each of these looks would take most of a simulation's time and show nothing: see `look`. */
const unplayedMs = 90 * 24 * 60 * 60_000

/** One server: it takes messages, delivers and purges; it is killed, stopped, frozen, and started again. */
export class SimulatedServer {
  readonly number: number
  readonly #world: World
  #starts = 0
  #process: SimulatedProcess | undefined
  #store: MessageStore | undefined
  #delivery: ReturnType<SystemUnderTest['makeDelivery']> | undefined
  #retention = new AbortController()
  #frozenUntil = 0
  #isStopping = false

  constructor(world: World, number: number) {
    this.#world = world
    this.number = number
  }

  get isUp(): boolean {
    return this.#process?.isAlive ?? false
  }

  start(): void {
    const { system, random, time } = this.#world
    const process = new SimulatedProcess(`server ${this.number}${'abcdefgh'[this.#starts++] ?? '?'}`, time)
    const store = system.reached(faultyStore(this.#world, process, this.number))
    const delivery = system.makeDelivery({
      store,
      mailer: simulatedMailer(this.#world, process),
      compose: async (message) => this.#world.compose(process.name, message),
      log: () => {},
      sleep: (ms, signal) => this.#sleep(process, ms, signal),
      random: random.fraction,
      idleMs: unplayedMs,
    })
    const retention = new AbortController()
    this.#process = process
    this.#store = store
    this.#delivery = delivery
    this.#retention = retention
    this.#world.record({ kind: 'starts', process: process.name, server: this.number })
    delivery.start()
    const { retentionDays } = this.#world.scenario
    time.watch(
      keepRetention(
        {
          store,
          retentionDays,
          log: () => {},
          sleep: (ms, signal) => this.#sleep(process, ms, signal),
          monotonic: () => time.now,
        },
        retention.signal,
      ),
    )
  }

  /** Takes a message in. @param answer is called when the server answers; never, when it is killed before */
  receive(submission: Submission, answer: (outcome: KeepOutcome | { kind: 'failed' }) => void): void {
    const [process, store, delivery] = [this.#process, this.#store, this.#delivery]
    process?.run(() => {
      store?.keep(submission).then(
        (outcome) => {
          if (outcome.kind === 'kept') delivery?.notify()
          answer(outcome)
        },
        () => answer({ kind: 'failed' }),
      )
    })
  }

  /** Has it look for work within the time that an idle server does: something may be due that it does not know of. */
  look(): void {
    const { time, random } = this.#world
    const delivery = this.#delivery
    time.after(random.below(idleMs), () => delivery?.notify())
  }

  /** Kills, stops or freezes it as the scenario says. */
  endAsPlanned({ how, steps, downMs }: ProcessFault): void {
    const process = this.#process
    if (!process?.isAlive) return
    const act = () => {
      if (how === 'kill') this.#kill(process, downMs)
      if (how === 'stop') this.#stop(process, downMs)
      if (how === 'freeze') this.#freeze(process, downMs)
    }
    if (steps === 0) act()
    else process.afterSteps(steps, act)
  }

  /** Cancels what the scenario still plans for it. @returns whether it runs again after what had begun */
  cancelPlan(): boolean {
    this.#process?.afterSteps(Number.POSITIVE_INFINITY, () => {})
    return this.isUp && !this.#isStopping && this.#frozenUntil <= this.#world.time.now
  }

  #freeze(process: SimulatedProcess, ms: number): void {
    this.#world.record({ kind: 'freezes', process: process.name, ms })
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#world.time.now + ms)
    process.freeze(ms)
  }

  #kill(process: SimulatedProcess, downMs: number): void {
    this.#world.record({ kind: 'is killed', process: process.name })
    this.#end(process, downMs)
  }

  #stop(process: SimulatedProcess, downMs: number): void {
    const delivery = this.#delivery
    if (!delivery || this.#isStopping) return
    this.#isStopping = true
    this.#world.record({ kind: 'begins to stop', process: process.name })
    this.#retention.abort()
    this.#world.time.watch(
      delivery.stop().then((result) => {
        this.#world.record({ kind: 'exits', process: process.name, result })
        this.#end(process, downMs)
      }),
    )
  }

  #end(process: SimulatedProcess, downMs: number): void {
    process.end()
    this.#isStopping = false
    this.#frozenUntil = 0
    this.#world.time.after(downMs, () => this.start())
  }

  #sleep(process: SimulatedProcess, ms: number, signal: AbortSignal): Promise<void> {
    const { time } = this.#world
    return process.wait((resolve) => {
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        signal.removeEventListener('abort', end)
        resolve()
      }
      if (signal.aborted) return time.after(0, end)
      signal.addEventListener('abort', end)
      time.after(ms, end)
    })
  }
}
