import { suggest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'

/** A day for the time zone, and one for a clock that is behind: a review of today is never refused. */
const toleranceMs = 2 * 24 * 60 * 60 * 1000

/** A review names pages that are there, and each of them once, on a day that has come. */
export function* checkReviews(
  { organisation, pages }: Pick<Content, 'organisation' | 'pages'>,
  today = new Date(),
): Generator<Problem> {
  const file = 'content/organisation.yml'
  const latest = new Date(today.getTime() + toleranceMs).toISOString().slice(0, 10)
  const seen = new Set<string>()
  for (const [index, review] of organisation.reviews.entries()) {
    const message = `${review.date} has not come yet. Write the day of the review as year, month and day: 2026-03-12.`
    if (review.date > latest) yield { file, key: `reviews.${index}.date`, message, code: 'date' }
    for (const name of review.pages) {
      const told = { file, key: `reviews.${index}.pages`, near: name, values: { name } }
      const message = `No page is called “${name}”. ${suggest(name, Object.keys(pages))}`
      if (!(name in pages)) yield { ...told, message, code: 'unknown' }
      else if (seen.has(name))
        yield { ...told, message: `The page “${name}” stands in two reviews. Keep the later one.`, code: 'twice' }
      seen.add(name)
    }
  }
}
