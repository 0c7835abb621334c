import { interpolate } from '../../src/shared/interpolate.ts'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { addresses } from '../support/addresses.ts'
import { entryScript, shellOf } from '../support/built-site.ts'
import { cookieBanner, expectPageInPlace, footer, mainArea, navigationLink } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { mapsService, mockMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, hydrate, untilHydrated, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const { accept, refuse } = words.en
const { offices, texts } = shellOf('en')

test(`until there is a choice nothing is stored and no other host asked; "${accept}" is stored as 'true', "${refuse}" as 'false'`, async ({
  page,
  context,
  allowed,
}) => {
  const stored = () => page.evaluate(() => [Object.entries(localStorage), sessionStorage.length, document.cookie])
  await visit(page, addresses.home.en)
  const banner = cookieBanner(page, 'en')
  const sizes = await banner.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.clientWidth))
  expect(sizes[0], 'both answers are as large').toBe(sizes[1])
  expect(await findViolations(page, 'banner')).toEqual([])
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(footer(page).locator('iframe').contentFrame().locator('svg > title')).toHaveText(
    interpolate(texts.footer.locator_title, { office: offices[0]?.city ?? '' }),
  )
  expect(await stored()).toEqual([[], 0, ''])

  await mockMapsService(page)
  for (const [answer, value] of [
    [refuse, 'false'],
    [accept, 'true'],
  ] as const) {
    if (value === 'true') {
      allowed.host(mapsService)
      await page.evaluate(() => localStorage.clear())
      await visit(page, addresses.home.en)
    }
    await banner.getByRole('button', { name: answer, exact: true }).click()
    await expect(banner).toHaveCount(0)
    await page.reload()
    await hydrate(page)
    await expect(banner).toHaveCount(0)
    await navigationLink(page, 'en', 'contact').click()
    await expectPageInPlace(page, 'contact', 'en')
    await expect(banner).toHaveCount(0)
    expect(await stored()).toEqual([[['cookieConsent', value]], 0, ''])
    expect(await context.cookies()).toEqual([])
  }
})

for (const isHydrated of [true, false])
  test(`after the answer the focus is on the page’s content, ${isHydrated ? 'once' : 'before'} the page is hydrated`, async ({
    page,
  }) => {
    const release = isHydrated ? undefined : await holdBack(page, entryScript)
    await page.goto(addresses.contact.en)
    await expect(cookieBanner(page, 'en')).toBeVisible()
    if (isHydrated) await hydrate(page)
    await cookieBanner(page, 'en').getByRole('button', { name: refuse, exact: true }).press('Enter')
    await expect(cookieBanner(page, 'en')).toHaveCount(0)
    await expect(mainArea(page)).toBeFocused()
    release?.()
    await untilHydrated(page)
    await expect(mainArea(page)).toBeFocused()
  })

test('the button for another choice leads to the banner, and the answer back to the button', async ({ page }) => {
  await decideEarlier(page, 'false')
  await page.goto(addresses.home.en)
  const button = page.getByRole('button', { name: texts.footer.cookies, exact: true })
  await button.press('Enter')
  await expect(cookieBanner(page, 'en')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cookieBanner(page, 'en').getByRole('link')).toBeFocused()
  await cookieBanner(page, 'en').getByRole('button', { name: refuse, exact: true }).press('Enter')
  await expect(button).toBeFocused()
  await expect(cookieBanner(page, 'en')).toHaveCount(0)
})

test('a choice made in one tab applies in other open tabs, hydrated or only read', async ({ page, context }) => {
  const [read, other] = [await context.newPage(), await context.newPage()]
  await visit(page, addresses.home.es)
  await read.goto(addresses.home.es)
  await expect(cookieBanner(read, 'es')).toBeInViewport()
  await visit(other, addresses.contact.es)
  await cookieBanner(other, 'es').getByRole('button', { name: words.es.refuse }).click()
  for (const tab of [page, read]) await expect(cookieBanner(tab, 'es')).toHaveCount(0)
})

test('on a phone’s first screen, the home page’s field is above the question about cookies', async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [360, 640],
  ] as const)
    for (const language of publishedLanguages) {
      await page.setViewportSize({ width, height })
      await page.goto(addresses.home[language])
      await page.evaluate(() => document.fonts.ready)
      const search = page.getByRole('search')
      const parts = [search.locator('label'), search.getByRole('textbox'), search.getByRole('button')]
      const banner = await cookieBanner(page, language).boundingBox()
      for (const part of parts) {
        const box = await part.boundingBox()
        const bottom = box && box.y >= 0 && box.y + box.height
        expect(bottom, `${part} at ${width} px in ${language}`).toBeLessThanOrEqual(banner?.y ?? 0)
      }
    }
})
