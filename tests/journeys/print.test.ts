import { publishedLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { countSheets, decideEarlier } from '../support/visit.ts'

test.beforeEach(({ page }) => decideEarlier(page, 'false'))

// A certificate's sheet: register.test.ts.
test('the documents to prepare print alone when the address leads to them', async ({ page }) => {
  await page.goto(addresses.get_certified.es)
  const all = await countSheets(page)
  await page.goto(`${addresses.get_certified.es}#documents`)
  expect(await countSheets(page)).toBeLessThan(all)
})

// Three today: a longer text may need another one.
test('the way to a certificate, and what is checked, print on four sheets at most', async ({ page }) => {
  for (const key of ['get_certified', 'certification'] as const)
    for (const language of publishedLanguages) {
      await page.goto(addresses[key][language])
      expect(await countSheets(page), addresses[key][language]).toBeLessThanOrEqual(4)
    }
})
