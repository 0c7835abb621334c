import type { Entry } from '../../register/acts.ts'
import { isLine } from '../../register/entries.ts'
import { factsOf } from '../describe-act.ts'
import { useScene } from './form.tsx'

/** All that an entry says, column by column: nobody agrees to what was not shown. Several are said by their sentences alone. */
export function Facts({ entries: [entry, ...others] }: { entries: Entry[] }) {
  const scene = useScene()
  if (!entry || others.length > 0) return null
  const line = entry.entry === 'corrected' ? entry.line : entry
  const why = entry.entry === 'corrected' ? [[scene.words.fields.why, entry.why]] : []
  const facts = [...(line && isLine(line) ? factsOf(line, scene) : []), ...why]
  if (facts.length === 0) return null
  return (
    <dl className="office-facts">
      {facts.map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate="no">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What an act does, sentence by sentence, and all that it says. */
export const What = ({ what, entries }: { what: string[]; entries: Entry[] }) => (
  <>
    <ul className="office-what">
      {what.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <Facts entries={entries} />
  </>
)
