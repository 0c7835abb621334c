import { interpolate } from '../shared/interpolate.ts'
import type { Language } from '../shared/languages.ts'
import { dayIn, longDate } from '../shared/long-date.ts'
import type { PackOutcome, State } from '../shared/register-page.ts'
import type { RichNode, RichText } from '../shared/rich-text.ts'
import type { Content } from '../site/pages/register/content.ts'
import { batchesIn, withoutWords } from './batch.ts'
import { addDays } from './day.ts'
import { isCovered, type Pack, type PackAnswer } from './pack.ts'
import type { Decision } from './register.ts'

/** A name or number that is not to be translated, and is read from left to right in any text. */
const asName = (name: string): RichNode => ['bdi', { translate: 'no' }, name]

/** A certificate's number, as a link to its page. */
export const linkTo = (registerAddress: string, number: string): RichNode => [
  'a',
  { href: `${registerAddress}/${number}` },
  asName(number),
]

/** Fills a text: with values, and with names, such as numbers and batches. */
export function sentence(text: string | RichText, values: object, names: Record<string, string | RichNode>): RichText {
  if (typeof text !== 'string')
    return text.flatMap((node): RichText => {
      if (typeof node === 'string') return sentence(node, values, names)
      const [tag, attributes, ...children] = node
      return [[tag, attributes, ...sentence(children, values, names)]]
    })
  const parts = interpolate(text, values).split(/\{\{(\w+)\}\}/)
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part || []
    const name = names[part] ?? ''
    return [typeof name === 'string' ? asName(name) : name]
  })
}

/** How a language says what is in the register. @property address of the register's page */
export type Voice = { content: Content; language: Language; address: string; timeZone: string }

/** When something was corrected, in words; '' if it was not. */
const correctedOn = ({ content, language, timeZone }: Voice, corrected: Date | undefined) =>
  corrected ? interpolate(content.history.corrected, { day: longDate(dayIn(timeZone, corrected), language) }) : ''

const paragraphs = (texts: (RichText | '')[]): RichText =>
  texts.flatMap((each) => (each ? [['p', null, ...each] satisfies RichNode] : []))

/** A decision that was a mistake, in whole sentences. */
export function tellAnnulled(voice: Voice, { day, decision, corrected }: Decision) {
  const { history, decisions } = voice.content
  const values = { decision: decisions[decision], day: longDate(day, voice.language) }
  const sentences = paragraphs([[interpolate(history.annulled, values)], [correctedOn(voice, corrected)]])
  return { day, state: 'in-force' as State, sentences }
}

/**
 * A decision with its day, in whole sentences, and the state that follows from it.
 * @param among all decisions on the certificate that are told, the earliest first
 */
export function tellDecision(voice: Voice, told: Decision, among: Decision[]): ReturnType<typeof tellAnnulled> {
  const { content, language, address } = voice
  const { history, reasons } = content
  const { day, decision, reason, batches, replaced_by, corrected } = told
  const next = among.slice(among.indexOf(told) + 1).find((later) => later.decision !== 'suspended')
  // One that was lifted on its own day has no day.
  const isLifted = decision === 'suspended' && next?.decision === 'lifted' && next.day > day
  const last = isLifted ? addDays(next.day, -1) : ''
  const firstDay = longDate(day, language)
  const isInOneYear = last !== day && last.slice(0, 4) === day.slice(0, 4)
  const values = {
    day: isInOneYear ? firstDay.replace(/\s+(?:de\s+)?\d{4}$/, '') : firstDay,
    last: longDate(last, language),
  }
  const said = history[last === day ? 'suspended_day' : isLifted ? 'suspended_until' : decision]
  const sentences = paragraphs([
    sentence(said, values, { replaced_by: linkTo(address, replaced_by) }),
    reason && [interpolate(history.reason, { reason: wordsOf(reasons, reason) })],
    batches && sentence(history.batches, {}, { batches: batchesIn(batches).join(', ') }),
    corrected ? [correctedOn(voice, corrected)] : '',
  ])
  return { day, state: decision === 'lifted' ? 'in-force' : decision, sentences }
}

/** The answer for a pack: one sentence, and what to do then. A specimen covers none. */
export function describeAnswer(voice: Voice, answer: PackAnswer, { packed, batch }: Pack, isSpecimen: boolean) {
  const { content, language, address } = voice
  const { pack, decisions } = content
  const { decided, decision } = answer
  const values = {
    packed: longDate(packed, language),
    decided: longDate(decided?.entry.day ?? '', language),
    day: longDate(decision?.day ?? '', language),
    decision: decision ? decisions[decision.decision] : '',
  }
  const isRight = isCovered(answer)
  const outcome: PackOutcome = isRight === undefined ? 'unknown' : isRight ? 'yes' : 'no'
  const names = { batch: withoutWords(batch), replaced_by: linkTo(address, decision?.replaced_by ?? '') }
  return {
    isCovered: isSpecimen && isRight ? undefined : isRight,
    outcome,
    sentence: [
      ...sentence(pack.answers[answer.answer], values, names),
      decided?.corrected ? ` ${correctedOn(voice, decided.corrected)}` : '',
    ],
    advice: isRight ? [['p', null, pack.answers.compare] satisfies RichNode] : pack.ask.body,
  }
}

/** The words for keys that are separated by spaces. */
export const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
