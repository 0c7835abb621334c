import type { KeepOutcome } from '../server/messages/message-store.ts'
import type { Submission } from '../shared/contact/message-rules.ts'
import { faultyStore } from './faulty-store.ts'
import { simulatedMailer } from './mail-server.ts'
import { dayMs, secondMs } from './numbers.ts'
import type { ProcessFault } from './scenario.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { StoreCalls, SystemUnderTest } from './system-under-test.ts'
import type { World } from './world.ts'

/**
 * The delivery claims each half minute, which finds what others have left to do. To play a week of claims that find nothing would
 * take most of a simulation's time: here it claims when a message is due, and within half a minute after each change.
 */
const pollMs = 30 * dayMs
const longestNoticeMs = 30 * secondMs

/** What one start of a server has. @property stopRetention ends the purges */
type Running = {
  process: SimulatedProcess
  store: StoreCalls
  delivery: ReturnType<SystemUnderTest['makeDelivery']>
  stopRetention: AbortController
}

/** One server: it takes messages, delivers and purges; it is killed, stopped, frozen, and started again. */
export class SimulatedServer {
  readonly number: number
  readonly #world: World
  #starts = 0
  #running: Running | undefined
  #isStopping = false
  #willNotice = false

  constructor(world: World, number: number) {
    this.#world = world
    this.number = number
    world.changeListeners.push(this.#noticeChange)
  }

  get isUp(): boolean {
    return this.#running?.process.isAlive ?? false
  }

  start(): void {
    const { system, random, time, scenario } = this.#world
    const { retentionDays } = scenario
    const process = new SimulatedProcess(`server ${this.number}${'abcdefgh'[this.#starts++] ?? '?'}`, time)
    const store = faultyStore(this.#world, process, this.number)
    const sleep = (ms: number, signal?: AbortSignal) => this.#sleep(process, ms, signal)
    const log = () => {}
    const delivery = system.makeDelivery({
      store,
      mailer: simulatedMailer(this.#world, process),
      compose: async (message) => this.#world.compose(process.name, message),
      log,
      sleep,
      now: () => time.now,
      random: random.fraction,
      pollMs,
    })
    const stopRetention = new AbortController()
    this.#running = { process, store, delivery, stopRetention }
    this.#world.record({ kind: 'starts', process: process.name, server: this.number })
    delivery.start()
    time.watch(system.keepRetention({ store, retentionDays, log, sleep }, stopRetention.signal))
  }

  /** Takes a message in. @param answer is called when the server answers; never, if it is killed before */
  receive(submission: Submission, answer: (outcome: KeepOutcome | { kind: 'failed' }) => void): void {
    if (!this.#running) return
    const { process, store, delivery } = this.#running
    process.run(() =>
      store.keep(submission).then(
        (outcome) => {
          if (outcome.kind === 'kept') delivery.notify()
          answer(outcome)
        },
        () => answer({ kind: 'failed' }),
      ),
    )
  }

  /** Kills, stops or freezes it as the scenario wants. */
  interrupt({ how, steps, downMs }: ProcessFault): void {
    const running = this.#running
    if (!running?.process.isAlive) return
    const act = { kill: this.#kill, stop: this.#stop, freeze: this.#freeze }[how]
    if (steps === 0) act(running, downMs)
    else running.process.interruption = { steps, act: () => act(running, downMs) }
  }

  /** Cancels what the scenario still plans for it. */
  cancelPlans(): void {
    if (this.#running) this.#running.process.interruption = undefined
  }

  #noticeChange = (): void => {
    if (this.#willNotice) return
    this.#willNotice = true
    const { time, random } = this.#world
    time.after(random.below(longestNoticeMs), () => {
      this.#willNotice = false
      const { process, delivery } = this.#running ?? {}
      process?.run(() => delivery?.notify())
    })
  }

  #freeze = ({ process }: Running, ms: number): void => {
    this.#world.record({ kind: 'freezes', process: process.name, ms })
    process.freeze(ms)
  }

  #kill = ({ process }: Running, downMs: number): void => {
    this.#world.record({ kind: 'is killed', process: process.name })
    this.#end(process, downMs)
  }

  #stop = ({ process, delivery, stopRetention }: Running, downMs: number): void => {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#world.record({ kind: 'begins to stop', process: process.name })
    stopRetention.abort()
    this.#world.time.watch(
      delivery.stop().then(() => {
        this.#world.record({ kind: 'exits', process: process.name })
        this.#end(process, downMs)
      }),
    )
  }

  #end(process: SimulatedProcess, downMs: number): void {
    process.isAlive = false
    this.#isStopping = false
    this.#world.time.after(downMs, () => this.start())
  }

  #sleep(process: SimulatedProcess, ms: number, signal?: AbortSignal): Promise<void> {
    const { time } = this.#world
    return process.wait((resolve) => {
      if (signal?.aborted) return time.after(0, () => resolve())
      signal?.addEventListener('abort', () => resolve())
      time.after(ms, () => resolve())
    })
  }
}
