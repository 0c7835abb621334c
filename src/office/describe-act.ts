import type { Entry, EntryInEffect, RecordedAct } from '../register/acts.ts'
import { isDay } from '../register/day.ts'
import { isLine } from '../register/entries.ts'
import { interpolate } from '../shared/interpolate.ts'
import { eachLanguage, type Language, languages } from '../shared/languages.ts'
import { memoizeLast } from '../shared/memoize.ts'
import type { Narrator } from './scene.ts'

// Made once: a page of the log has two thousand days.
const formatsFor = (options: Intl.DateTimeFormatOptions) =>
  eachLanguage((language) => new Intl.DateTimeFormat(languages[language].locale, options))
const days = formatsFor({ dateStyle: 'full', timeZone: 'UTC' })
const momentsIn = memoizeLast((timeZone: string) => formatsFor({ dateStyle: 'medium', timeStyle: 'short', timeZone }))

/** A day with its weekday: Monday, 23 November 2026. @param day ISO 8601 */
export const weekday = (day: string, language: Language): string =>
  isDay(day) ? days[language].format(new Date(day)) : day

/** A moment, in the site's time zone. @param at milliseconds since 1970 */
export const moment = (at: number, language: Language, timeZone: string): string =>
  momentsIn(timeZone)[language].format(at)

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
    const changed = entry.line && original && isLine(original) ? changesOf(original, entry.line) : ''
    const line = entry.line && `${describeEntry(entry.line, narrator)}${changed && ` (${changed})`}`
    return interpolate(words.acts[line ? 'corrected' : 'annulled'], { was, line: line ?? '' })
  }
  const person = entry.entry === 'person' ? entry.name : (ledger.people.get(entry.person)?.name ?? '')
  return interpolate(words.acts[entry.entry], { person })
}

/** The cells that a correction changes, as they will be. */
const changesOf = (was: object, line: object): string =>
  Object.entries(line)
    .filter(([name, value]) => (was as Record<string, string>)[name] !== value)
    .map(([, value]) => value)
    .join(', ')

/** So many entries of an act are said one by one. */
const mostSaid = 20

/** What an act does: each of its entries, or how many more there are. */
export function describeEntries(entries: Entry[], narrator: Narrator): string[] {
  const said = entries.slice(0, mostSaid).map((entry) => describeEntry(entry, narrator))
  const count = entries.length - said.length
  return count > 0 ? [...said, interpolate(narrator.words.log.more, { count })] : said
}

/** An act in the log, in words. */
export function describeAct({ act }: RecordedAct, narrator: Narrator): string[] {
  const { words, ledger } = narrator
  const person = ledger.people.get(act.person ?? '')?.name ?? ''
  if ('entries' in act) {
    const text = { propose: words.log.proposed, decide: words.log.decided, operator: words.log.imported }[act.act]
    return describeEntries(act.entries, narrator).map((what) => interpolate(text, { person, what }))
  }
  const text = { agree: words.log.agreed, decline: words.log.declined, take_back: words.log.taken_back }[act.act]
  return [interpolate(text, { person, proposal: act.proposal, why: 'why' in act ? act.why : '' })]
}

/** Who brought an entry into effect, and when. */
export function describeWho({ id, sequence }: EntryInEffect, { words, ledger }: Narrator, day: string): string {
  const nameOf = (sequence: number) => ledger.people.get(ledger.acts[sequence - 1]?.act.person ?? '')?.name
  const [person, second] = [nameOf(Number(id.split('.')[0])), nameOf(sequence)]
  if (!person || !second) return `${words.register.import}, ${day}`
  return interpolate(person === second ? words.register.by : words.register.by_two, { person, second, day })
}
