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

/** When something was corrected, in words; '' if it was not. */
const correctedOn = ({ history }: Content, language: Language, corrected: Date | undefined, timeZone: string) =>
  corrected ? interpolate(history.corrected, { day: longDate(dayIn(timeZone, corrected), language) }) : ''

const paragraphs = (texts: (RichText | '' | undefined)[]): RichText =>
  texts.flatMap((each) => (each ? [['p', null, ...each] satisfies RichNode] : []))

/** A decision that was a mistake, in whole sentences. */
export function tellAnnulled(content: Content, language: Language, annulled: Decision, timeZone: string) {
  const { day, decision, corrected } = annulled
  const values = { decision: content.decisions[decision], day: longDate(day, language) }
  const said = [interpolate(content.history.annulled, values), correctedOn(content, language, corrected, timeZone)]
  return { day, state: 'in-force' as const, sentences: paragraphs(said.map((each) => [each])) }
}

/**
 * A decision with its day, in whole sentences, and the state that follows from it.
 * @param among all decisions on the certificate that are told, the earliest first
 */
export function tellDecision(
  content: Content,
  language: Language,
  told: Decision,
  { among, address, timeZone }: { among: Decision[]; address: string; timeZone: string },
): { day: string; state: State; sentences: RichText } {
  const { history, reasons } = content
  const { day, decision, reason, batches, replaced_by, corrected } = told
  const next = among.slice(among.indexOf(told) + 1).find((later) => later.decision !== 'suspended')
  // One that was lifted on its own day has no day.
  const isLifted = decision === 'suspended' && next?.decision === 'lifted' && next.day > day
  const last = isLifted ? addDays(next.day, -1) : ''
  const firstDay = longDate(day, language)
  const values = {
    day: last !== day && last.slice(0, 4) === day.slice(0, 4) ? firstDay.replace(/\s+(?:de\s+)?\d{4}$/, '') : firstDay,
    last: longDate(last, language),
  }
  const said = history[last === day ? 'suspended_day' : isLifted ? 'suspended_until' : decision]
  return {
    day,
    state: decision === 'lifted' ? 'in-force' : decision,
    sentences: paragraphs([
      sentence(said, values, { replaced_by: linkTo(address, replaced_by) }),
      reason && [interpolate(history.reason, { reason: wordsOf(reasons, reason) })],
      batches && sentence(history.batches, {}, { batches: batchesIn(batches).join(', ') }),
      corrected && [correctedOn(content, language, corrected, timeZone)],
    ]),
  }
}

/** The answer for a pack: one sentence, and what to do then. A specimen covers none. */
export function describeAnswer(
  content: Content,
  language: Language,
  answer: PackAnswer,
  options: { pack: Pack; timeZone: string; isSpecimen: boolean; address: string },
) {
  const { pack, decisions } = content
  const { timeZone, isSpecimen, address } = options
  const { packed, batch } = options.pack
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
      decided?.corrected ? ` ${correctedOn(content, language, decided.corrected, timeZone)}` : '',
    ],
    advice: isRight ? [['p', null, pack.answers.compare] satisfies RichNode] : pack.ask.body,
  }
}

/** The words for keys that are separated by spaces. */
export const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
