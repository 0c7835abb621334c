import { findViolations } from '../support/accessibility.ts'
import { onePageOfEachKind } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

// Other journeys run axe in the states that they reach: menu, banner, form, map, failures.
for (const { key, address } of onePageOfEachKind)
  test(`axe finds nothing on ${address}, a page of its kind, in light and dark`, async ({ page, allowed }) => {
    if (key === 'not-found') allowed.console(/^Failed to load resource/)
    await decideEarlier(page, 'false')
    await visit(page, address)
    expect(await findViolations(page, address)).toEqual([])
  })
