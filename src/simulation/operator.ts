import { faultyStore } from './faulty-store.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Plays the operator, who lists, retries and erases messages, and tries again when the store fails. */
export function sendOperator(world: World): void {
  const process = new SimulatedProcess('operator', world.time)
  const store = faultyStore(world, process, undefined)
  for (const { at, does, which } of world.scenario.operator)
    world.time.at(at, () => {
      if (does === 'look') return world.time.watch(world.look())
      const rows = [...world.rows.keys()]
      const row = rows[which % rows.length]
      if (row === undefined) return
      const act = (tries: number): Promise<unknown> =>
        store[does]([row]).catch(() => (tries < 4 ? act(tries + 1) : undefined))
      world.time.watch(act(1))
    })
}
