import { allLanguages } from '../../src/shared/languages.ts'
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

test('the way to a certificate and what is checked print on three sheets each, what to compare on two', async ({
  page,
}) => {
  for (const language of allLanguages) {
    for (const [key, sheets] of [
      ['get_certified', 3],
      ['certification', 3],
      ['check_label', 2],
    ] as const) {
      await page.goto(addresses[key][language])
      expect(await countSheets(page)).toBeLessThanOrEqual(sheets)
    }
  }
})
