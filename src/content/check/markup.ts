import { variablesOf, withoutVariables } from '../../shared/interpolate.ts'
import { eachLanguage } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import { openMarkupIn } from '../compose/rich-text.ts'
import type { Content } from '../read/content.ts'
import { factVariables } from '../read/organisation.ts'
import { allTextsOf } from '../read/texts.ts'
import { isRunning, shapeAt } from '../text-tree.ts'

/** Variables that are unknown or differ between languages, and markup that would be shown as it is. */
export function* checkMarkup({ rawTexts, organisation, shape }: Content): Generator<Problem> {
  const facts = eachLanguage((language) => Object.entries(factVariables(organisation, language)))
  // The editor's own texts are not for visitors, and explain signs.
  const texts = allTextsOf(rawTexts).filter(({ section }) => section !== 'editor')
  for (const leaves of Map.groupBy(texts, ({ section, key }) => `${section} ${key}`).values()) {
    const filled: typeof leaves = []
    for (const leaf of leaves) {
      const { language, file, key, section, path, text } = leaf
      const expected = shapeAt(shape, [section, ...path])
      // A text that no page shows is reported elsewhere.
      if (expected === undefined) continue
      // Only of running text, a paragraph with a fact that is not given yet is left out.
      const given = facts[language].filter(([, fact]) => isRunning(expected) || fact.trim()).map(([name]) => name)
      const known = [...given, 'retention_days', ...variablesOf(String(expected))]
      const unknown = variablesOf(text).find((name) => !known.includes(name))
      const open = isRunning(expected) ? undefined : openMarkupIn(text)
      if (open) yield { file, key, code: 'sign_open', values: { sign: open } }
      if (/[{}]/.test(withoutVariables(text))) yield { file, key, code: 'brace' }
      else if (unknown !== undefined) yield { file, key, code: 'unfilled', values: { name: unknown } }
      else filled.push(leaf)
    }
    // The variables of most languages are right; with two languages, those of the initial one.
    const namesIn = (leaf: (typeof leaves)[number]) =>
      variablesOf(leaf.text)
        .map((name) => `{{${name}}}`)
        .join(' ')
    const [right, ...wrong] = [...Map.groupBy(filled, namesIn)].sort(([, one], [, other]) => other.length - one.length)
    for (const { file, key } of wrong.flatMap(([, leaves]) => leaves))
      yield { file, key, code: 'braces', values: { names: right?.[0] || '–' } }
  }
}
