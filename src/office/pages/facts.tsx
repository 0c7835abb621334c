import type { Entry, LineEntry } from '../../register/acts.ts'
import { columnsOf } from '../../register/columns.ts'
import { isDay } from '../../register/day.ts'
import { wordsOf } from '../../register/describe.ts'
import { isLine, tableOf } from '../../register/entries.ts'
import { countryName } from '../../shared/country-name.ts'
import { longDate } from '../../shared/long-date.ts'
import type { OfficeWords, Scene } from '../scene.ts'
import { useScene } from './form.tsx'

/** The line that an entry is, or is to become. */
export const lineOf = (entry: Entry): LineEntry | undefined => {
  const line = entry.entry === 'corrected' ? entry.line : entry
  return line && isLine(line) ? line : undefined
}

/** All that an entry says, column by column: nobody agrees to what was not shown. Several are said by their sentences alone. */
export function Facts({ entries: [entry, ...others] }: { entries: Entry[] }) {
  const scene = useScene()
  const line = entry && lineOf(entry)
  if (!entry || others.length > 0) return null
  const why = entry.entry === 'corrected' ? [[scene.words.correct.why, entry.why]] : []
  const facts = [...(line ? factsOf(scene, line) : []), ...why]
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

function factsOf({ words, language, site }: Scene, line: LineEntry): [label: string, fact: string][] {
  const { covers, reasons } = site.register.pages[language].content
  return columnsOf(tableOf(line)).flatMap(([name]) => {
    const cell = (line as Record<string, string>)[name]
    if (name === 'number' || !cell) return []
    const inWords = {
      country: () => countryName(cell, language),
      covers: () => wordsOf(covers, cell),
      reason: () => wordsOf(reasons, cell),
    }[name]
    const fact = inWords?.() ?? (isDay(cell) ? longDate(cell, language) : cell)
    return [[words.fields[name as keyof OfficeWords['fields']], fact]]
  })
}
