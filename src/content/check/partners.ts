import { initialLanguage } from '../../shared/languages.ts'
import { suggest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { textFile } from '../read/texts.ts'

/** What a partner does is a word of the texts, so that every language has it. */
export function* checkRoles({ organisation, texts }: Pick<Content, 'organisation' | 'texts'>): Generator<Problem> {
  const { roles = {} } = (texts[initialLanguage].partenaires ?? {}) as { roles?: Record<string, string> }
  for (const [index, { role: name }] of organisation.partners.entries()) {
    const place = { file: 'content/organisation.yml', key: `partners.${index}.role` }
    const message = `“${name}” is not among the “roles” of ${textFile(initialLanguage, 'partenaires')}. ${suggest(name, Object.keys(roles))}`
    if (!(name in roles)) yield { ...place, message, code: 'unknown', values: { name } }
  }
}
