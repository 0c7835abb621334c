import { Delivery } from '../server/mail/delivery.ts'
import type { Message } from '../server/messages/message-store.ts'
import { keepRetention } from '../server/messages/retention.ts'
import { dayMs } from '../shared/durations.ts'
import type { Interruption } from './commands.ts'
import { faultyStore } from './faulty-store.ts'
import { simulatedMailer } from './mail-server.ts'
import type { Model } from './model.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/**
 * The delivery claims each half minute, which finds what others have left to do. To play a week of claims that find nothing would
 * take most of a simulation's time: here it claims when a message is due, and within half a minute after each change.
 */
const pollMs = 30 * dayMs

/** One start of a server: it takes messages, delivers and purges; it is killed, stopped and frozen. */
export class SimulatedServer extends SimulatedProcess {
  readonly #model: Model
  readonly #onEnd: (downMs: number) => void
  readonly store
  readonly delivery
  /** Ends the purges. */
  readonly #stopping = new AbortController()

  /** @param onEnd is called when it has ended, and is to be down for so long */
  constructor(world: World, name: string, server: number, onEnd: (downMs: number) => void) {
    const { random, time, model, plan } = world
    super(name, server, time)
    this.#model = model
    this.#onEnd = onEnd
    this.store = faultyStore(world, this)
    const parts = { store: this.store, sleep: this.#sleep, log: () => {}, now: () => time.now, random: random.fraction }
    const compose = (message: Message) => world.compose(message)
    this.delivery = new Delivery({ ...parts, pollMs, compose, mailer: simulatedMailer(world, this) })
    this.delivery.start()
    time.watch(keepRetention({ ...parts, retentionDays: plan.retentionDays }, this.#stopping.signal))
  }

  #sleep = (ms: number, signal?: AbortSignal) =>
    this.wait<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve())
      this.time.after(signal?.aborted ? 0 : ms, resolve)
    })

  interrupt(interruption: Interruption): void {
    const act = () => this.#interrupt(interruption)
    if (interruption.steps > 0) this.interruption = { steps: interruption.steps, act }
    else this.run(act)
  }

  #interrupt({ does, downMs }: Interruption): void {
    this.#model.note(`${this.name}: ${does}`)
    if (does === 'kill') {
      this.isKilled = true
      this.#onEnd(downMs)
    } else if (does === 'freeze') {
      this.#model.disturbed(downMs, this.server ?? 'all')
      // A shorter freeze during a longer one does not end the longer one sooner.
      this.frozenUntil = Math.max(this.frozenUntil, this.time.now + downMs)
    } else if (this.stopRequestedAt === Infinity) {
      this.stopRequestedAt = this.time.now
      this.#stopping.abort()
      this.time.watch(this.delivery.stop().then(() => this.#exit(downMs)))
    }
  }

  #exit(downMs: number): void {
    this.exitedAt = this.time.now
    this.#onEnd(downMs)
  }
}
