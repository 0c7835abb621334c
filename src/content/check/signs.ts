import { placeholdersOf, withoutPlaceholders } from '../../shared/interpolate.ts'
import { initialLanguage } from '../../shared/languages.ts'
import { dayColumns } from '../../shared/register/certificate.ts'
import { openSignIn } from '../compose/rich-text.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { placeholderValues } from '../read/organisation.ts'
import { allTextsOf, isRunningText } from '../read/texts.ts'

/** The placeholders that are filled when the text is shown, by section; those of facts can be in every text. */
const filledLater: Record<string, string[]> = {
  article: ['date', 'minutes', 'number', 'reviewer', 'title'],
  contact: ['length', 'limit', 'minutes'],
  errors: ['address', 'type'],
  footer: ['office'],
  mail: ['address', 'message', 'page', 'received', 'reference', 'sender', 'url'],
  sharing: ['title'],
  register: ['address', 'batches', 'count', 'number', 'published', 'query', 'since', 'state', ...dayColumns],
}

/** Placeholders that nothing fills or that differ between languages, and signs that would be printed as they are. */
export function* checkSigns({ written, organisation }: Pick<Content, 'written' | 'organisation'>): Generator<Problem> {
  const facts = [...Object.keys(placeholderValues(organisation, initialLanguage)), 'retention_days']
  // No visitor reads the editor, and its words speak of signs.
  const texts = allTextsOf(written).filter(({ section }) => section !== 'editor')
  /** The placeholders of each text in the first language that has it sound. */
  const models = new Map<string, string>()
  for (const { file, key, section, text } of texts) {
    const known = [...facts, ...(filledLater[section] ?? [])]
    const found = placeholdersOf(text)
    const unknown = found.find((name) => !known.includes(name))
    const sign = isRunningText(key) ? undefined : openSignIn(text)
    if (sign) yield { file, key, code: 'sign_open', values: { sign } }
    if (/[{}]/.test(withoutPlaceholders(text))) yield { file, key, code: 'brace' }
    else if (unknown !== undefined) yield { file, key, code: 'unfilled', values: { name: unknown } }
    else {
      const names = found.map((name) => `{{${name}}}`).join(' ')
      const model = models.get(`${section} ${key}`) ?? names
      models.set(`${section} ${key}`, model)
      if (names !== model) yield { file, key, code: 'braces', values: { names: model || '–' } }
    }
  }
}
