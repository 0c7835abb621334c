import { initialLanguage } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Content } from '../read/content.ts'

/** Names in the facts that refer to others: a partner's role to the texts, a review to pages. */
export function* checkNames({ organisation, texts, pages }: Content): Generator<Problem> {
  const file = 'content/organisation.yml'
  const { roles = {} } = (texts[initialLanguage].partenaires ?? {}) as { roles?: object }
  for (const [index, { role }] of organisation.partners.entries())
    if (!Object.hasOwn(roles, role))
      yield { file, key: `partners[${index}].role`, code: 'unknown', values: { name: role } }
  for (const [index, review] of organisation.reviews.entries())
    for (const name of review.pages)
      if (!Object.hasOwn(pages, name)) yield { file, key: `reviews[${index}].pages`, code: 'unknown', values: { name } }
}
