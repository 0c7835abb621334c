import type { Page } from '@playwright/test'
import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { officeRegister } from '../support/register.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier } from '../support/visit.ts'

test.beforeEach(({ page }) => decideEarlier(page, 'false'))

async function countSheets(page: Page): Promise<number> {
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return Number(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length)
}

test('the documents to prepare print alone when the address leads to them', async ({ page }) => {
  await page.goto(addresses.get_certified.es)
  const all = await countSheets(page)
  await page.goto(`${addresses.get_certified.es}#documents`)
  expect(await countSheets(page)).toBeLessThan(all)
})

test('a certificate prints on one sheet, with all that a withdrawal says', async ({ page }) => {
  const withdrawn = officeRegister().certificates.find(({ decisions }) => decisions.at(-1)?.decision === 'withdrawn')
  test.skip(!withdrawn, 'No certificate is withdrawn.')
  for (const language of allLanguages) {
    await page.goto(`${addresses.register[language]}/${withdrawn?.number}`)
    await page.locator('figure img').evaluate((image: HTMLImageElement) => image.decode())
    expect(await countSheets(page)).toBe(1)
  }
})
