import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

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
}
