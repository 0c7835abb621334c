import { suggest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'

/** A review names pages that are there, and each of them once. */
export function checkReviews({ organisation, pages }: Pick<Content, 'organisation' | 'pages'>): Problem[] {
  const seen = new Set<string>()
  return organisation.reviews.flatMap(({ pages: reviewed }, index) =>
    reviewed.flatMap((page): Problem[] => {
      const place = { file: 'content/organisation.yml', key: `reviews.${index}.pages`, near: page }
      const isTwice = seen.has(page)
      seen.add(page)
      if (!(page in pages))
        return [
          {
            ...place,
            message: `No page is called “${page}”. ${suggest(page, Object.keys(pages)) ?? ''}`.trim(),
            code: 'unknown',
            values: { name: page },
          },
        ]
      return isTwice
        ? [
            {
              ...place,
              message: `The page “${page}” stands in two reviews. Keep the later one.`,
              code: 'twice',
              values: { name: page },
            },
          ]
        : []
    }),
  )
}
