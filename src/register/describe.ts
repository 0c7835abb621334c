import { interpolate } from '../shared/interpolate.ts'
import type { Language } from '../shared/languages.ts'
import { longDate } from '../shared/long-date.ts'
import type { RichNode, RichText } from '../shared/rich-text.ts'
import type { Content } from '../site/pages/register/content.ts'
import { batchesIn, withoutWords } from './batch.ts'
import { addDays } from './day.ts'
import { isCovered, type Pack, type PackAnswer } from './pack.ts'
import type { Decision } from './register.ts'

/** A name or number that is not to be translated, and is read from left to right in any text. */
const asName = (name: string): RichNode => ['bdi', { translate: 'no' }, name]

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

/** Each decision on a certificate with its day, in whole sentences. */
export function historyOf(
  { history, reasons }: Content,
  language: Language,
  decisions: Decision[],
  registerAddress: string,
): { day: string; sentences: RichText }[] {
  return decisions.map(({ day, decision, reason, batches, replaced_by }, index) => {
    const next = decisions.slice(index + 1).find((later) => later.decision !== 'suspended')
    const isLifted = decision === 'suspended' && next?.decision === 'lifted'
    const last = isLifted ? addDays(next.day, -1) : ''
    const firstDay = longDate(day, language)
    const values = {
      day:
        last !== day && last.slice(0, 4) === day.slice(0, 4) ? firstDay.replace(/\s+(?:de\s+)?\d{4}$/, '') : firstDay,
      last: longDate(last, language),
    }
    const link: RichNode = ['a', { href: `${registerAddress}/${replaced_by}` }, asName(replaced_by)]
    const sentences = [
      sentence(history[last === day ? 'suspended_day' : isLifted ? 'suspended_until' : decision], values, {
        replaced_by: link,
      }),
      reason && [interpolate(history.reason, { reason: wordsOf(reasons, reason) })],
      batches && sentence(history.batches, {}, { batches: batchesIn(batches).join(', ') }),
    ]
    return { day, sentences: sentences.flatMap((each) => (each ? [['p', null, ...each] satisfies RichNode] : [])) }
  })
}

/** The answer for a pack: one sentence, and what to do then. A specimen covers none. */
export function describeAnswer(
  { pack, decisions, specimen }: Content,
  language: Language,
  answer: PackAnswer,
  { packed, batch }: Pack,
  isSpecimen: boolean,
) {
  const { decided, decision } = answer
  const values = {
    packed: longDate(packed, language),
    decided: longDate(decided?.day ?? '', language),
    day: longDate(decision?.day ?? '', language),
    decision: decision ? decisions[decision.decision] : '',
  }
  const isRight = isCovered(answer)
  const next = isSpecimen ? specimen : pack.answers.compare
  return {
    isCovered: isSpecimen && isRight ? undefined : isRight,
    sentence: sentence(pack.answers[answer.answer], values, { batch: withoutWords(batch) }),
    advice: isRight ? [['p', null, next] satisfies RichNode] : pack.ask.body,
  }
}

/** The words for keys that are separated by spaces. */
export const wordsOf = (words: Record<string, string>, keys: string) =>
  Array.from(keys.matchAll(/\S+/g), ([key]) => words[key]).join(', ')
