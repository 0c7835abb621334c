import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { dayMs, hourMs, secondMs } from '../shared/durations.ts'
import { type Command, type Plan, plans } from './commands.ts'
import { faultyStore } from './faulty-store.ts'
import { type Form, type PromiseChecker, settledWithinMs } from './promise.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { type SimulatedServer, startServer } from './simulated-server.ts'
import { openWorld, type World } from './world.ts'

const longestNoticeMs = 30 * secondMs

/**
 * No history breaks the promise. fast-check chooses the plans, makes one that fails smaller, and plays it again by its seed and path.
 * @param onHistory is given each history that was played
 */
export const promiseHolds = (onHistory?: (checker: PromiseChecker) => void) =>
  fc.asyncProperty(plans, async (plan) => {
    // Virtual time never lets Node's event loop turn.
    await setImmediate()
    const checker = await play(plan)
    onHistory?.(checker)
    const faults = checker.violations.map(({ rule, what }) => `${rule}: ${what}`)
    if (faults.length > 0) throw new Error([...faults, '', ...checker.lines].join('\n'))
  })

/**
 * Plays a plan to its end: the commands, and then the time in which all that can be delivered must be.
 * @throws what the code under test threw and did not catch
 */
export async function play(plan: Plan): Promise<PromiseChecker> {
  const world = openWorld(plan)
  const { time, checker, store, below } = world
  const servers: SimulatedServer[] = []
  let willNotice = false
  const onChange = () => {
    if (willNotice) return
    willNotice = true
    time.after(below(longestNoticeMs), () => {
      willNotice = false
      for (const { process, delivery } of servers) process.run(() => delivery.notify())
    })
  }
  const start = (number: number, starts: number) => {
    const name = `server ${number}.${starts}`
    const startAgain = (downMs: number) => time.after(downMs, () => start(number, starts + 1))
    servers[number] = startServer(world, { name, number, onChange }, startAgain)
  }
  for (let number = 0; number < plan.servers; number++) start(number, 1)
  for (const [at, command] of plan.commands)
    time.at(at, () => {
      checker.note(JSON.stringify(command))
      perform(world, servers, command, onChange)
    })
  await time.runUntil(Math.max(...plan.commands.map(([at, one]) => at + ('lastsMs' in one ? one.lastsMs : 0))))
  for (const { process } of servers) process.interruption = undefined
  checker.note('the faults are over')
  const faultsEndAt = time.now
  // Within an hour, servers that were stopped have started again.
  await time.runUntil(time.now + hourMs)
  const isQuiet = async () => (await store.list()).every(({ state, dueAt }) => state === 'delivered' || !dueAt)
  while (!(await isQuiet()) && time.now < faultsEndAt + settledWithinMs) await time.runUntil(time.now + 5 * hourMs)
  // What may be stored for two days must be gone after a third.
  if (plan.retentionDays <= 2) await time.runUntil(time.now + 4 * dayMs)
  checker.finished(
    await store.list(),
    servers.map(({ process }) => process),
  )
  return checker
}

function perform(world: World, servers: SimulatedServer[], command: Command, onChange: () => void): void {
  const { time, checker, mailFaults, storeFaults } = world
  switch (command.does) {
    case 'send': {
      const form = { ...command, number: checker.forms.length }
      checker.forms.push(form)
      send(world, servers, form)
      break
    }
    case 'repeat':
      send(world, servers, checker.forms[command.which % checker.forms.length])
      break
    case 'answer':
      mailFaults.push({ ...command, until: time.now + command.lastsMs })
      break
    case 'disturb':
      checker.disturbed(command.lastsMs)
      storeFaults.push({ ...command, until: time.now + command.lastsMs })
      break
    case 'leap':
      world.leap(command.isBack ? -command.byMs : command.byMs)
      onChange()
      break
    case 'retry':
    case 'erase': {
      const id = [...checker.messages.keys()][command.which % checker.messages.size]
      const store = faultyStore(world, new SimulatedProcess('operator', undefined, time), onChange)
      if (id) store[command.does]([id]).catch(() => undefined)
      break
    }
    default:
      servers[command.server % servers.length]?.interrupt(command)
  }
}

/** A visitor sends a form to one of the servers. If he tries again, that is another command. */
function send({ time, below, latency, checker }: World, servers: SimulatedServer[], form: Form | undefined): void {
  const up = servers.filter(({ process }) => process.isAlive)
  const server = up[below(up.length)]
  if (!form || !server) return
  const { number, isPlain, isTrapped } = form
  const submission = {
    ...{ name: `Visitor ${number}`, email: 'visitor@example.org', message: String(number), language: 'fr' as const },
    website: isTrapped ? 'https://robot.example' : '',
    ...(!isPlain && { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }),
  }
  const submit = async () => {
    const outcome = await server.store.keep(submission)
    if (outcome.kind === 'kept') server.delivery.notify()
    checker.confirmed(form, outcome)
  }
  time.after(latency(2_000), () => server.process.run(() => void submit().catch(() => undefined)))
}
