import { initialLanguage } from '../../shared/languages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'

/** Names in the facts that must be names elsewhere: a partner's role in the texts, and the pages of a review, each reviewed once. */
export function* checkNames({ organisation, texts, pages }: Content): Generator<Problem> {
  const file = 'content/organisation.yml'
  const { roles = {} } = (texts[initialLanguage].partenaires ?? {}) as { roles?: object }
  for (const [index, { role }] of organisation.partners.entries())
    if (!(role in roles)) yield { file, key: `partners.${index}.role`, code: 'unknown', values: { name: role } }
  const reviewed = new Set<string>()
  for (const [index, review] of organisation.reviews.entries())
    for (const name of review.pages) {
      const found = { file, key: `reviews.${index}.pages`, values: { name } }
      if (!(name in pages)) yield { ...found, code: 'unknown' }
      else if (reviewed.has(name)) yield { ...found, code: 'twice' }
      reviewed.add(name)
    }
}
