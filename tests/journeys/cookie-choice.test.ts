import type { Page } from '@playwright/test'
import { interpolate } from '../../src/shared/interpolate.ts'
import type { Language } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { entryScript, shellOf } from '../support/built-site.ts'
import { holdBack } from '../support/files-on-the-way.ts'
import { navigationLink } from '../support/find.ts'
import { mapsService, playMapsService } from '../support/maps-service.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, hydrate, untilHydrated, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const bannerOf = (page: Page, language: Language) =>
  page.getByRole('region', { name: shellOf(language).texts.cookies.label, exact: true })

const stored = (page: Page) =>
  page.evaluate(() => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    cookies: document.cookie,
  }))

const { accept, refuse, navigation } = words.en
const { offices, texts } = shellOf('en')

for (const [answer, value] of [
  [accept, 'true'],
  [refuse, 'false'],
] as const)
  test(`until there is a choice nothing is stored and nobody else asked; "${answer}" is remembered as '${value}'`, async ({
    page,
    context,
    allowed,
  }) => {
    await visit(page, addresses.home.en)
    const banner = bannerOf(page, 'en')
    const sizes = await banner.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.clientWidth))
    expect(sizes[0], 'both answers are as large').toBe(sizes[1])
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const map = page.getByRole('contentinfo').locator('iframe').contentFrame()
    await expect(map.locator('svg > title')).toHaveText(
      interpolate(texts.footer.locator_title, { office: offices[0]?.city ?? '' }),
    )
    expect(await stored(page)).toEqual({ local: [], session: [], cookies: '' })

    if (value === 'true') allowed.host(mapsService)
    await playMapsService(page)
    await banner.getByRole('button', { name: answer, exact: true }).click()
    await expect(banner).toHaveCount(0)
    expect(await stored(page)).toEqual({ local: [['cookieConsent', value]], session: [], cookies: '' })
    await page.reload()
    await hydrate(page)
    await expect(banner).toHaveCount(0)
    await navigationLink(page, 'en', navigation.contact).click()
    await visit(page, addresses.certification.en)
    await expect(banner).toHaveCount(0)
    expect(await stored(page)).toEqual({ local: [['cookieConsent', value]], session: [], cookies: '' })
    expect(await context.cookies()).toEqual([])
  })

for (const isHydrated of [true, false])
  test(`the focus goes from the answer to the page’s content, ${isHydrated ? 'once' : 'before it is'} hydrated`, async ({
    page,
  }) => {
    const release = isHydrated ? undefined : await holdBack(page, entryScript)
    await page.goto(addresses.contact.en)
    await expect(bannerOf(page, 'en')).toBeVisible()
    if (isHydrated) await hydrate(page)
    await bannerOf(page, 'en').getByRole('button', { name: refuse, exact: true }).press('Enter')
    await expect(bannerOf(page, 'en')).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    release?.()
    await untilHydrated(page)
    await expect(page.getByRole('main')).toBeFocused()
  })

test('who asks to choose anew is led to the question, and back to the button after the answer', async ({
  page,
  baseURL,
}) => {
  await decideEarlier(page, baseURL, 'false')
  await page.goto(addresses.home.en)
  const button = page.getByRole('button', { name: texts.footer.cookies, exact: true })
  for (const answer of [refuse, refuse]) {
    await button.press('Enter')
    await expect(bannerOf(page, 'en')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(bannerOf(page, 'en').getByRole('link')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(bannerOf(page, 'en').getByRole('button').first()).toBeFocused()
    await bannerOf(page, 'en').getByRole('button', { name: answer, exact: true }).press('Enter')
    await expect(button).toBeFocused()
    await expect(bannerOf(page, 'en')).toHaveCount(0)
  }
})

test('a choice made in one tab holds in others that are open, hydrated or only read', async ({ page, context }) => {
  const [read, other] = [await context.newPage(), await context.newPage()]
  await visit(page, addresses.home.es)
  await read.goto(addresses.home.es)
  await expect(bannerOf(read, 'es')).toBeInViewport()
  await visit(other, addresses.contact.es)
  await bannerOf(other, 'es').getByRole('button', { name: words.es.refuse }).click()

  await expect(bannerOf(page, 'es')).toHaveCount(0)
  await expect(bannerOf(read, 'es')).toHaveCount(0)
})
