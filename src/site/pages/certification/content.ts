import type { Reader } from '../../../content/compose/reader.ts'
import { citing, each, group, list, running, text, titled } from '../../../content/schema.ts'

/** From lairage to label. */
const steps = ['lairage', 'slaughter', 'cold_room', 'cutting', 'processing', 'decision', 'dispatch'] as const
/** What is checked at a step, and what leaves the chain there. */
const step = group({ title: text(), points: list(text()), out: text() })

const shown = group({
  title: text(),
  description: group({ lead: text(), body: running(), accepted: group({ body: running() }) }),
  chain: group({ title: text(), lead: text(), out: text(), ...each(steps, step).shape }),
  activities: group({ title: text(), lead: text() }),
  training: titled(),
  traceability: titled(),
  quality: titled(),
  legal: titled(),
  raw_materials: titled(),
  conclusion: titled(),
})

/** A specimen of the record of one day. */
const record = group({
  title: text(),
  lead: text(),
  caption: text(),
  columns: group({ line: text(), entry: text() }),
  lines: list(group({ anchor: text(), what: text(), entry: text() })),
})

export const texts = { certification: citing(shown), record }

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader) {
  const { chain, ...own } = reader.readCiting('certification', shown)
  const { title, lead, out } = chain
  return {
    ...own,
    chain: { title, lead, out, steps: steps.map((name) => ({ icon: name, ...chain[name] })) },
    record: reader.read('record', record),
  }
}
