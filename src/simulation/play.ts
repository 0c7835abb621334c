import { dayMs, hourMs, secondMs } from '../shared/durations.ts'
import type { Command, Plan } from './commands.ts'
import { faultyStore } from './faulty-store.ts'
import { type Form, type Model, settledWithinMs } from './model.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { type SimulatedServer, startServer } from './simulated-server.ts'
import { openWorld, type World } from './world.ts'

const longestNoticeMs = 30 * secondMs

/**
 * Plays a plan to its end: the commands, and then the time in which all that can be delivered must be.
 * @throws what the code under test threw and did not catch
 */
export async function play(plan: Plan): Promise<Model> {
  const world = openWorld(plan)
  const { time, model, random } = world
  const servers: SimulatedServer[] = []
  const start = (number: number, starts: number) => {
    const startAgain = (downMs: number) => time.after(downMs, () => start(number, starts + 1))
    servers[number] = startServer(world, `server ${number}.${starts}`, number, startAgain)
  }
  for (let number = 0; number < plan.servers; number++) start(number, 1)
  let willNotice = false
  model.onChange = () => {
    if (willNotice) return
    willNotice = true
    time.after(random.below(longestNoticeMs), () => {
      willNotice = false
      for (const { process, delivery } of servers) process.run(() => delivery.notify())
    })
  }
  for (const [at, command] of plan.commands) time.at(at, () => perform(world, servers, command))
  const ends = plan.commands.map(([at, command]) => at + ('lastsMs' in command ? command.lastsMs : 0))
  await time.runUntil(Math.max(...ends))
  for (const { process } of servers) process.interruption = undefined
  const faultsEndAt = time.now
  model.note('the faults are over')
  // Within an hour, servers that were stopped have started again.
  await time.runUntil(time.now + hourMs)
  const isQuiet = async () => (await world.look()).every(({ state, dueAt }) => state === 'delivered' || !dueAt)
  while (!(await isQuiet()) && time.now < faultsEndAt + settledWithinMs) await time.runUntil(time.now + 5 * hourMs)
  // What may be stored for two days must be gone after a third.
  if (plan.retentionDays <= 2) await time.runUntil(time.now + 4 * dayMs)
  model.finished(await world.look(), servers, faultsEndAt)
  return model
}

function perform(world: World, servers: SimulatedServer[], command: Command): void {
  const { time, model, mailFaults, storeFaults } = world
  if ('lastsMs' in command) model.note(JSON.stringify(command))
  switch (command.does) {
    case 'keep': {
      const form = { ...command, number: model.forms.length }
      model.forms.push(form)
      send(world, servers, form)
      break
    }
    case 'repeat':
      send(world, servers, model.forms[command.which % model.forms.length])
      break
    case 'answer':
      mailFaults.push({ ...command, until: time.now + command.lastsMs })
      break
    case 'disturb':
      model.disturbed(command.lastsMs, command.whom)
      storeFaults.push({ ...command, until: time.now + command.lastsMs })
      break
    case 'leap':
      model.leaps(command.isBack ? -command.byMs : command.byMs)
      break
    case 'look':
      time.watch(world.look())
      break
    case 'retry':
    case 'erase': {
      const id = [...model.messages.keys()][command.which % model.messages.size]
      const store = faultyStore(world, new SimulatedProcess('operator', undefined, time))
      if (id) store[command.does]([id]).catch(() => undefined)
      break
    }
    default:
      servers[command.server % servers.length]?.interrupt(command)
  }
}

/** A visitor sends a form to one of the servers. If he tries again, that is another command. */
function send({ time, random, model }: World, servers: SimulatedServer[], form: Form | undefined): void {
  const up = servers.filter(({ process }) => process.isAlive)
  const server = up[random.below(up.length)]
  if (!form || !server) return
  const { number, isPlain, isTrapped } = form
  const submission = {
    ...{ name: `Visitor ${number}`, email: 'visitor@example.org', message: String(number), language: 'fr' as const },
    website: isTrapped ? 'https://robot.example' : '',
    ...(!isPlain && { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }),
  }
  const keep = async () => {
    const outcome = await server.store.keep(submission)
    if (outcome.kind === 'kept') server.delivery.notify()
    model.confirmed(form, outcome)
  }
  model.note(`form ${number} is sent to ${server.process.name}`)
  time.after(random.latency(2_000), () => server.process.run(() => void keep().catch(() => undefined)))
}
