import { faultyStore } from './faulty-store.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Plays the operator, who lists, retries and erases messages, and tries again when the store fails. */
export function sendOperator(world: World): void {
  const { time, scenario, forms } = world
  const store = faultyStore(world, new SimulatedProcess('operator', time), undefined)
  for (const { at, does, which } of scenario.operator)
    time.at(at, () => {
      if (does === 'look') return time.watch(world.look())
      const message = [...forms.keys()][which % forms.size]
      if (message === undefined) return
      const act = (tries: number): Promise<unknown> =>
        store[does]([message]).catch(() => (tries < 4 ? act(tries + 1) : undefined))
      time.watch(act(1))
    })
}
