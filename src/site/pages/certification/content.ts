import type { Reader } from '../../../content/compose/reader.ts'
import { citing, each, group, list, running, text, titled } from '../../../content/schema.ts'
import { contentsOf } from '../article/content.ts'

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
  const parts = { ...own, chain, record: reader.read('record', record) }
  const listed = ['chain', 'record', 'activities', 'raw_materials', 'conclusion'] as const
  return {
    ...parts,
    chain: {
      title,
      lead,
      out,
      // The last one is the mark itself.
      steps: steps.map((name) => ({ ...chain[name], icon: name === 'dispatch' ? ('mark' as const) : name })),
      decision: steps.indexOf('decision'),
    },
    contents: contentsOf(
      reader,
      listed.map((id) => ({ id, words: parts[id].title })),
    ),
  }
}
