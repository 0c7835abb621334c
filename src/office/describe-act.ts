import { type Entry, type EntryInEffect, type LineEntry, type RecordedAct, takesTwo } from '../register/acts.ts'
import { columnsOf, type Outcome } from '../register/columns.ts'
import { isDay } from '../register/day.ts'
import { wordsOf } from '../register/describe.ts'
import { isLine, lineOf, tableOf } from '../register/entries.ts'
import { countryName } from '../shared/country-name.ts'
import { interpolate } from '../shared/interpolate.ts'
import { eachLanguage, type Language, languages } from '../shared/languages.ts'
import { asWritten, longDate } from '../shared/long-date.ts'
import { memoizeLast } from '../shared/memoize.ts'
import type { Narrator, OfficeWords } from './scene.ts'

// Made once: a page of the log has two thousand days.
const formatsFor = (options: Intl.DateTimeFormatOptions) =>
  eachLanguage((language) => new Intl.DateTimeFormat(languages[language].locale, options))
const days = formatsFor({ dateStyle: 'full', timeZone: 'UTC' })
const momentsIn = memoizeLast((timeZone: string) => formatsFor({ dateStyle: 'medium', timeStyle: 'short', timeZone }))

/** A day with its weekday: Monday, 23 November 2026. @param day ISO 8601 */
export const weekday = (day: string, language: Language): string =>
  isDay(day) ? asWritten(days[language].format(new Date(day)), language) : day

/** A moment, in the site's time zone. @param at milliseconds since 1970 */
export const moment = (at: number, language: Language, timeZone: string): string =>
  asWritten(momentsIn(timeZone)[language].format(at), language)

/** What an entry does, as a button says it: "Suspend 26-0041-4 from Monday 23 November 2026". */
export function describeEntry(entry: Entry, narrator: Narrator): string {
  const { words, language, ledger } = narrator
  if (isLine(entry)) {
    const days = Object.entries(entry).map(([name, value]) => [
      name,
      ['day', 'from', 'until'].includes(name) ? weekday(value, language) : value,
    ])
    return interpolate(words.acts[entry.entry], Object.fromEntries(days))
  }
  if (entry.entry === 'corrected') {
    const original = ledger.find(entry.of)?.entry
    const was = original ? describeEntry(original, narrator) : entry.of
    const changed = entry.line && original && isLine(original) ? factsOf(entry.line, narrator, original) : []
    const changes = changed.map(([label, value]) => interpolate(words.named, { label, value })).join(', ')
    return interpolate(words.acts[entry.line ? 'corrected' : 'annulled'], { was, changes })
  }
  const person = entry.entry === 'person' ? entry.name : (ledger.people.get(entry.person)?.name ?? '')
  return interpolate(words.acts[entry.entry], { person })
}

/** What a line says, column by column. @param was an earlier wording: only what differs is said, and what is empty now */
export function factsOf(line: LineEntry, { words, language, site }: Narrator, was?: LineEntry): [string, string][] {
  const { covers, reasons } = site.register.pages[language].content
  return columnsOf(tableOf(line)).flatMap(([name]) => {
    const cellOf = (one?: LineEntry) => (one && (lineOf(one) as Record<string, string>)[name]) || ''
    const cell = cellOf(line)
    if (name === 'number' || cell === cellOf(was)) return []
    const inWords = {
      country: () => countryName(cell, language),
      covers: () => wordsOf(covers, cell),
      reason: () => wordsOf(reasons, cell),
      decision: () => words.outcomes[cell as Outcome] ?? '',
    }[name]
    const fact = inWords?.() ?? (isDay(cell) ? longDate(cell, language) : cell)
    return fact || was ? [[words.fields[name as keyof OfficeWords['fields']], fact || '–']] : []
  })
}

/** What an act does: each of its entries, or how many more there are. @param most so many are said one by one */
export function describeEntries(entries: Entry[], narrator: Narrator, most = 20): string[] {
  const said = entries.slice(0, most).map((entry) => describeEntry(entry, narrator))
  const count = entries.length - said.length
  return count > 0 ? [...said, interpolate(narrator.words.log.more, { count })] : said
}

/** The same, as a button says it. */
export const nameEntries = (entries: Entry[], narrator: Narrator) => describeEntries(entries, narrator, 1).join(', ')

/** An act in the log, in words. */
export function describeAct({ act }: RecordedAct, narrator: Narrator): string[] {
  const { words, ledger } = narrator
  const person = ledger.people.get(act.person ?? '')?.name ?? ''
  const say = (text: string, entries: Entry[]) =>
    describeEntries(entries, narrator).map((what) => interpolate(text, { person, what }))
  // What takes one is in effect at once, whatever it was proposed with.
  if (act.act === 'propose')
    return [
      ...say(words.log.proposed, act.entries.filter(takesTwo)),
      ...say(
        words.log.decided,
        act.entries.filter((entry) => !takesTwo(entry)),
      ),
    ]
  if ('entries' in act) return say(act.person ? words.log.decided : words.log.imported, act.entries)
  const proposed = ledger.acts[act.proposal - 1]?.act
  const what = nameEntries(proposed && 'entries' in proposed ? proposed.entries.filter(takesTwo) : [], narrator)
  const text = { agree: words.log.agreed, decline: words.log.declined, take_back: words.log.taken_back }[act.act]
  return [interpolate(text, { person, proposal: act.proposal, what, why: 'why' in act ? act.why : '' })]
}

/** Who brought an entry into effect, and when. */
export function describeWho({ id, sequence, at }: EntryInEffect, { words, ledger, language, site }: Narrator): string {
  const day = moment(at, language, site.settings.timeZone)
  const nameOf = (sequence: number) => ledger.people.get(ledger.acts[sequence - 1]?.act.person ?? '')?.name
  const [person, second] = [nameOf(Number(id.split('.')[0])), nameOf(sequence)]
  if (!person || !second) return `${words.register.import}, ${day}`
  return interpolate(person === second ? words.register.by : words.register.by_two, { person, second, day })
}
