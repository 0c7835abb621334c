import { expect, test } from 'vitest'
import { contentFolder } from '../content.ts'
import { readOrganisation } from '../read/organisation.ts'
import { readPageTable } from '../read/page-table.ts'
import { checkReviews } from './reviews.ts'

const { organisation } = readOrganisation(contentFolder)
const pages = readPageTable(contentFolder)

test.each([
  ['2026-03-13', 0],
  // The offices are ahead of UTC, and the machine that builds may be a day behind.
  ['2026-03-14', 0],
  ['2026-03-15', 1],
  ['2062-03-12', 1],
])('on 12 March 2026, of a review on %s the problems are %i', (date, count) => {
  const reviews = [{ pages: ['privacy'], date, by: 'Nombre Ejemplo' }]
  const problems = checkReviews({ organisation: { ...organisation, reviews }, pages }, new Date('2026-03-12T22:30Z'))
  expect([...problems]).toHaveLength(count)
})
