import { Delivery } from '../server/mail/delivery.ts'
import { eraseExpired } from '../server/messages/retention.ts'
import { dayMs, minuteMs } from '../shared/durations.ts'
import type { Interruption } from './commands.ts'
import { faultyStore } from './faulty-store.ts'
import { simulatedMailer } from './mail-server.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/**
 * The delivery claims each half minute, which finds what others have left to do. To play a week of claims that find nothing would
 * take most of a simulation's time: here it claims when a message is due, and within half a minute after each change.
 */
const pollMs = 30 * dayMs
/** How long a planned stop may take (docs/operating.md). */
const longestStopMs = 11 * minuteMs

export type SimulatedServer = ReturnType<typeof startServer>

/**
 * One start of a server: it takes messages, delivers and purges; it is killed, stopped and frozen.
 * @param onEnd is called when it has ended, and is to be down for so long
 */
export function startServer(
  world: World,
  { name, number, onChange }: { name: string; number: number; onChange: () => void },
  onEnd: (downMs: number) => void,
) {
  const { chance, time, checker, retentionDays, compose } = world
  const process = new SimulatedProcess(name, number, time)
  const store = faultyStore(world, process, onChange)
  const parts = { store, sleep: process.sleep, log: () => {}, now: () => time.now, random: chance }
  const delivery = new Delivery({ ...parts, pollMs, compose, mailer: simulatedMailer(world, process) })
  /** Ends the purges. */
  const stopping = new AbortController()
  delivery.start()
  time.watch(eraseExpired({ ...parts, retentionDays }, stopping.signal))

  const end = (isKilled: boolean, downMs: number) => {
    Object.assign(process, { isAlive: false, isKilled })
    onEnd(downMs)
  }
  const suffer = ({ does, downMs }: Interruption) => {
    checker.note(`${name}: ${does}`)
    if (does === 'kill') end(true, downMs)
    else if (does === 'freeze') {
      checker.disturbed(downMs)
      // A shorter freeze during a longer one does not end the longer one sooner.
      process.frozenUntil = Math.max(process.frozenUntil, time.now + downMs)
    } else if (process.stopRequestedAt === Infinity) {
      process.stopRequestedAt = time.now
      stopping.abort()
      time.watch(delivery.stop().then(() => end(time.now - process.stopRequestedAt >= longestStopMs, downMs)))
    }
  }
  const interrupt = (interruption: Interruption) => {
    const act = () => suffer(interruption)
    if (interruption.steps > 0) process.interruption = { steps: interruption.steps, act }
    else process.run(act)
  }
  return { process, store, delivery, interrupt }
}
