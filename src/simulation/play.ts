import type { History } from './history.ts'
import { dayMs, hourMs } from './numbers.ts'
import { sendOperator } from './operator.ts'
import { settledWithinMs } from './rules/settled.ts'
import type { Scenario } from './scenario.ts'
import { openSharedStore, type SharedStore } from './shared-store.ts'
import { SimulatedServer } from './simulated-server.ts'
import { product, type SystemUnderTest } from './system-under-test.ts'
import { sendVisitor } from './visitors.ts'
import { World } from './world.ts'

/** With more events than that, a history is taken to repeat itself without end. */
const mostEvents = 10_000

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
  for (const server of servers) server.cancelPlans()
  world.record({ kind: 'faults are over' })
  await world.look()
  await awaitQuiet(world)
  return { scenario, events: world.events, endedAt: time.now }
}

/** When the last fault of a scenario ends, or the last action begins. */
function lastFaultAt({ forms, mail, store, clock, processes, operator }: Scenario): number {
  const poisoned = forms.flatMap((form) => form.poisoned ?? [])
  return Math.max(
    ...forms.flatMap(({ at, repeats }) => [at, ...repeats.map((ms) => at + ms)]),
    ...[...mail, ...store, ...poisoned].map(({ at, lastsMs }) => at + lastsMs),
    ...[...clock, ...processes, ...operator].map(({ at }) => at),
  )
}

/** Lets time pass until nothing is left to do, or everything must be settled. */
async function awaitQuiet(world: World): Promise<void> {
  const { time } = world
  const end = time.now + settledWithinMs
  // Within an hour, each visitor has tried for the last time, and servers that were stopped have started again.
  await time.runUntil(time.now + hourMs)
  while (!(await world.look()) && time.now < end && world.events.length < mostEvents)
    await time.runUntil(Math.min(end, time.now + 5 * hourMs))
  // What may be stored for two days must be gone after a third.
  if (world.scenario.retentionDays <= 2) await time.runUntil(time.now + 4 * dayMs)
  await world.look()
}
