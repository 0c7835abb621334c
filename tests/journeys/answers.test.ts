import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

// In every language, because the length of the words decides what fits the screen.
for (const language of allLanguages) {
  test(`the first time on a small phone, the search for a certificate is above the cookie banner (${language})`, async ({
    page,
  }) => {
    const { cookies } = shellOf(language).texts
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, addresses.check_label[language])
    const banner = await page.getByRole('region', { name: cookies.label, exact: true }).boundingBox()
    expect(banner?.height).toBeGreaterThan(100)
    for (const part of [page.getByRole('search').getByRole('textbox'), page.getByRole('search').getByRole('button')]) {
      const box = await part.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0)
    }
  })

  test(`the documents to prepare print on one page, alone when they are picked out (${language})`, async ({
    page,
    baseURL,
  }) => {
    await decideEarlier(page, baseURL, 'false')
    const printed = async () => {
      const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
    }
    await page.goto(addresses.get_certified[language])
    expect(await printed()).toBeGreaterThan(2)
    await page.goto(`${addresses.get_certified[language]}#documents`)
    expect(await printed()).toBe(1)
  })
}
