import { suggest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'

/** A review names pages that are there, and each of them once. */
export function* checkReviews({ organisation, pages }: Pick<Content, 'organisation' | 'pages'>): Generator<Problem> {
  const seen = new Set<string>()
  for (const [index, review] of organisation.reviews.entries())
    for (const name of review.pages) {
      const told = { file: 'content/organisation.yml', key: `reviews.${index}.pages`, near: name, values: { name } }
      const message = `No page is called “${name}”. ${suggest(name, Object.keys(pages))}`
      if (!(name in pages)) yield { ...told, message, code: 'unknown' }
      else if (seen.has(name))
        yield { ...told, message: `The page “${name}” stands in two reviews. Keep the later one.`, code: 'twice' }
      seen.add(name)
    }
}
