import { allLanguages } from '../../src/shared/languages.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import { addresses } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import { heading } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

const labelTextsOf = (language: (typeof allLanguages)[number]) =>
  pageOf('check_label', language).content as PageContents['check-label']
const certifiedTextsOf = (language: (typeof allLanguages)[number]) =>
  pageOf('get_certified', language).content as PageContents['get-certified']

for (const language of allLanguages) {
  test(`the first time on a small phone, the answer and its mail link stand above the cookie banner (${language})`, async ({
    page,
  }) => {
    const { cookies } = shellOf(language).texts
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, addresses.check_label[language])
    const { answer, send } = labelTextsOf(language)
    const banner = await page.getByRole('region', { name: cookies.label, exact: true }).boundingBox()
    expect(banner?.height).toBeGreaterThan(100)
    for (const part of [page.getByText(answer, { exact: true }), page.getByRole('link', { name: send, exact: true })]) {
      const box = await part.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0)
    }
  })

  test(`from the home page, a shopper reaches the specimen and a plant its documents, by links (${language})`, async ({
    page,
  }) => {
    await visit(page, addresses.home[language])
    const help = page.locator('section[aria-labelledby="help"]')
    await help.getByRole('link').first().click()
    const { title, shop } = labelTextsOf(language)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('heading', { name: shop.title, exact: true })).toBeVisible()
    await expect(page.locator('main figure img')).toHaveJSProperty('complete', true)

    await page.goBack()
    await help.getByRole('link').nth(1).click()
    const certified = certifiedTextsOf(language)
    await expect(heading(page, certified.title)).toBeVisible()
    await page.locator('section[aria-labelledby="now"] a[href$="#documents"]').click()
    await expect(page.getByRole('heading', { name: certified.documents.title, exact: true })).toBeInViewport()
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
