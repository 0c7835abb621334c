import type { History } from './history.ts'
import { dayMs, hourMs, minuteMs } from './numbers.ts'
import { sendOperator } from './operator.ts'
import type { Scenario } from './scenario.ts'
import { openSharedStore, type SharedStore } from './shared-store.ts'
import { SimulatedServer } from './simulated-server.ts'
import { product, type SystemUnderTest } from './system-under-test.ts'
import { sendVisitor } from './visitors.ts'
import { World } from './world.ts'

/** With more events than that, a history is taken to repeat itself without end. */
const mostEvents = 10_000

/** After the faults: long enough for the last try of a message that is refused, and for all the pauses. */
const aftermathMs = 24 * dayMs

let shared: SharedStore | undefined

/**
 * Plays a scenario to its end: the faults, and then the time in which all that can be delivered must be.
 * @throws what the code under test threw and did not catch
 */
export async function play(scenario: Scenario, system: SystemUnderTest = product): Promise<History> {
  shared ??= await openSharedStore()
  const world = new World(scenario, system, shared)
  const { time } = world
  const servers = Array.from({ length: scenario.servers }, (_, number) => new SimulatedServer(world, number))
  for (const server of servers) time.at(0, () => server.start())
  for (const [form, plan] of scenario.forms.entries()) sendVisitor(world, servers, form, plan)
  sendOperator(world)
  for (const { at, byMs } of scenario.clock) time.at(at, () => world.leap(byMs))
  for (const fault of scenario.processes)
    time.at(fault.at, () => servers[fault.server % servers.length]?.interrupt(fault))

  await time.runUntil(lastFaultAt(scenario))
  // `every` would stop at the first server that is still busy, and leave the others with their plans.
  while (servers.map((server) => server.cancelPlans()).includes(false)) await time.runUntil(time.now + minuteMs)
  world.record({ kind: 'faults are over' })
  await world.look()
  const isQuiet = await awaitQuiet(world)
  return { scenario, events: world.events, endedAt: time.now, isQuiet }
}

/** When the last fault of a scenario ends, or the last action begins. */
function lastFaultAt({ forms, mail, store, clock, processes, operator }: Scenario): number {
  return Math.max(
    ...forms.flatMap(({ at, repeats }) => [at, ...repeats.map((ms) => at + ms)]),
    ...[...mail, ...store].map(({ at, lastsMs }) => at + lastsMs),
    ...[...clock, ...processes, ...operator].map(({ at }) => at),
  )
}

/** Lets time pass until nothing is left to do, or for so long that something must be wrong. */
async function awaitQuiet(world: World): Promise<boolean> {
  const { time } = world
  const begin = time.now
  // Within an hour, each visitor has tried for the last time, and claims that were cut off have come again.
  await time.runUntil(begin + hourMs)
  let stepMs = hourMs
  while (!(await world.look())) {
    if (time.now >= begin + aftermathMs || world.events.length >= mostEvents) return false
    await time.runUntil(time.now + stepMs)
    if (stepMs < dayMs) stepMs *= 2
  }
  return true
}
