import { addresses } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier } from '../support/visit.ts'

test('the documents to prepare print alone when the address leads to them', async ({ page, baseURL }) => {
  await decideEarlier(page, baseURL, 'false')
  const printed = async () => {
    const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    return Number(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length)
  }
  await page.goto(addresses.get_certified.es)
  const all = await printed()
  await page.goto(`${addresses.get_certified.es}#documents`)
  expect(await printed()).toBeLessThan(all)
})
