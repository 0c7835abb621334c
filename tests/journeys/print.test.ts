import { addresses } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { countSheets, decideEarlier } from '../support/visit.ts'

// A certificate's sheet: register.test.ts.
test('the documents to prepare print alone when the address leads to them', async ({ page }) => {
  await decideEarlier(page, 'false')
  await page.goto(addresses.get_certified.es)
  const all = await countSheets(page)
  await page.goto(`${addresses.get_certified.es}#documents`)
  expect(await countSheets(page)).toBeLessThan(all)
})
