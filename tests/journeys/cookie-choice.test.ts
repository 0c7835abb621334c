import { interpolate } from '../../src/shared/interpolate.ts'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { entryScript, shellOf } from '../support/built-site.ts'
import { cookieBanner, expectPageInPlace, footer, mainArea, navigationLink } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, untilHydrated } from '../support/visit.ts'
import { words } from '../support/words.ts'

const { refuse } = words.en
const { offices, texts } = shellOf('en')

// What follows from “Accept”: office-map.test.ts.
test(`until there is a choice nothing is stored, and no other host asked; "${refuse}" is stored as 'false', and the focus goes to the page’s content, before it is hydrated; the button for another choice leads to the banner and back`, async ({
  page,
  context,
}) => {
  const stored = () => page.evaluate(() => [Object.entries(localStorage), sessionStorage.length, document.cookie])
  const banner = cookieBanner(page, 'en')
  const answer = banner.getByRole('button', { name: refuse, exact: true })
  const release = await holdBack(page, entryScript)
  await page.goto(addresses.home.en)
  const sizes = await banner.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.clientWidth))
  expect(sizes[0], 'both answers are as large').toBe(sizes[1])
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(footer(page).locator('iframe').contentFrame().locator('svg > title')).toHaveText(
    interpolate(texts.footer.locator_title, { office: offices[0]?.city ?? '' }),
  )
  expect(await stored()).toEqual([[], 0, ''])

  await answer.press('Enter')
  await expect(banner).toHaveCount(0)
  await expect(mainArea(page)).toBeFocused()
  release()
  await untilHydrated(page)
  await expect(mainArea(page)).toBeFocused()

  const again = page.getByRole('button', { name: texts.footer.cookies, exact: true })
  await again.press('Enter')
  await expect(banner).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(banner.getByRole('link')).toBeFocused()
  await answer.press('Enter')
  await expect(again).toBeFocused()
  await expect(banner).toHaveCount(0)

  await page.reload()
  await hydrate(page)
  await expect(banner).toHaveCount(0)
  await navigationLink(page, 'en', 'contact').click()
  await expectPageInPlace(page, 'contact', 'en')
  await expect(banner).toHaveCount(0)
  expect(await stored()).toEqual([[['cookieConsent', 'false']], 0, ''])
  expect(await context.cookies()).toEqual([])
})

test('a choice made in one tab applies in another open one; on a phone’s first screen, the home page’s field is above the question', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of publishedLanguages) {
    await page.goto(addresses.home[language])
    await page.evaluate(() => document.fonts.ready)
    const search = page.getByRole('search')
    const parts = [search.locator('label'), search.getByRole('textbox'), search.getByRole('button')]
    const banner = await cookieBanner(page, language).boundingBox()
    for (const part of parts) {
      const box = await part.boundingBox()
      const bottom = box && box.y >= 0 && box.y + box.height
      expect(bottom, `${part} in ${language}`).toBeLessThanOrEqual(banner?.y ?? 0)
    }
  }
  const other = await context.newPage()
  await other.goto(addresses.contact.es)
  await cookieBanner(other, 'es').getByRole('button', { name: words.es.refuse }).click()
  for (const language of publishedLanguages) await expect(cookieBanner(page, language)).toHaveCount(0)
})
