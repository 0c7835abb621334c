import type { Page } from '@playwright/test'
import { addresses, article, otherArticle } from '../support/addresses.ts'
import { entryScript, headingOf, pageFile, pageOf } from '../support/built-site.ts'
import { expectPage, expectPageInPlace, languageLink, mainArea, navigationLink, pageHeading } from '../support/find.ts'
import { holdBack, untilRead } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The browser restores the scroll as well, with the next frame. */
const untilRestored = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test('a link changes the page in place, with its title, address, heading and menu; the hero is the home page’s', async ({
  page,
}) => {
  await visit(page, addresses.home.es)
  const isSameDocument = await markDocument(page)
  await expect(page.locator('h1')).not.toHaveAttribute('tabindex')

  for (const key of ['presentation', 'certification', 'contact', 'home'] as const) {
    await navigationLink(page, 'es', key).click()
    await expectPageInPlace(page, key, 'es')
    await expect(navigationLink(page, 'es', key)).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('[aria-current="page"]')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('heading'), 'the hero').toHaveCount(key === 'home' ? 1 : 0)
    // The heading has a tabindex only while it has the focus: with one, screen readers call it clickable.
    await page.keyboard.press('Tab')
    await expect(page.locator('h1')).not.toBeFocused()
    await expect(page.locator('h1')).not.toHaveAttribute('tabindex')
    expect(await page.evaluate(() => document.activeElement?.closest('header nav'))).toBeFalsy()
  }
  expect(await isSameDocument()).toBe(true)
})

test('a new page begins at its top; Back and Forward return to where the visitor was', async ({ page }) => {
  await visit(page, addresses[article].es)
  const isSameDocument = await markDocument(page)
  await scrollDown(page, 700)

  // Not click(), which would scroll the link into view first.
  await navigationLink(page, 'es', 'presentation').dispatchEvent('click')
  await expectPageInPlace(page, 'presentation', 'es')
  expect(await scrollTop(page)).toBe(0)
  await scrollDown(page, 400)

  await page.goBack()
  await expectPageInPlace(page, article, 'es')
  expect(await scrollTop(page)).toBe(700)

  await page.goForward()
  await expectPageInPlace(page, 'presentation', 'es')
  expect(await scrollTop(page)).toBe(400)
  expect(await isSameDocument()).toBe(true)
})

test('a link to a part of another page leads there, as its document does, and Tab goes on from there', async ({
  page,
  context,
}) => {
  await visit(page, addresses.questions.en)
  const link = mainArea(page).locator(`a[href^="/"][href*="#"]:not([href^="${addresses.questions.en}#"])`).first()
  const address = (await link.getAttribute('href')) as string
  await link.focus()
  await page.keyboard.press('Enter')
  const sectionOf = (page: Page) => page.locator(new URL(address, page.url()).hash)
  const section = sectionOf(page)
  await expect(section).toBeFocused()

  const loaded = await context.newPage()
  await loaded.goto(address)
  expect(await section.boundingBox()).toEqual(await sectionOf(loaded).boundingBox())
  await page.keyboard.press('Tab')
  await expect(section).not.toHaveAttribute('tabindex')
})

test('Back to a page that was opened at a part and scrolled returns to the last position', async ({ page }) => {
  await visit(page, addresses[article].en)
  await mainArea(page).locator('nav a[href^="#"]').last().click()
  await expect(page).toHaveURL(/#/)
  await scrollDown(page, 1_000)
  for (const leave of [navigationLink(page, 'en', 'contact'), languageLink(page, 'en', 'fr')]) {
    await leave.dispatchEvent('click')
    await expect(page).not.toHaveURL(/#/)
    await page.goBack()
    await expect(pageHeading(page, article, 'en')).toBeAttached()
    await untilRestored(page)
    expect(await scrollTop(page)).toBe(1_000)
  }
})

for (const isHydrated of [true, false])
  test(`after a reload, Back shows the page before, ${isHydrated ? 'once' : 'before'} the page is hydrated`, async ({
    page,
  }) => {
    await visit(page, addresses.home.es)
    await navigationLink(page, 'es', 'certification').click()
    await expectPageInPlace(page, 'certification', 'es')
    const release = isHydrated ? () => undefined : await holdBack(page, entryScript)
    await page.reload({ waitUntil: isHydrated ? 'load' : 'domcontentloaded' })
    if (isHydrated) await hydrate(page)

    await page.goBack({ waitUntil: 'commit' })
    release()
    await expectPage(page, 'home', 'es')
  })

test('a click with a modifier key is left to the browser', async ({ page }) => {
  await visit(page, addresses.home.en)
  const isTaken = (key?: 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey') =>
    navigationLink(page, 'en', 'contact').evaluate((link, key) => {
      let isTaken: boolean | undefined
      const look = (event: Event) => {
        isTaken = event.defaultPrevented
        event.preventDefault()
      }
      addEventListener('click', look, { once: true })
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...(key && { [key]: true }) }))
      return isTaken
    }, key)

  for (const key of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const) expect(await isTaken(key), key).toBe(false)
  expect(await isTaken()).toBe(true)
})

test('the page requested last is shown, whichever loads first', async ({ page }) => {
  const file = pageFile(otherArticle, 'es')
  const release = await holdBack(page, file)
  await visit(page, addresses[article].es)
  await mainArea(page)
    .getByRole('link', { name: headingOf(pageOf(otherArticle, 'es')) })
    .first()
    .click()
  await expect(mainArea(page)).toHaveText(words.es.loading)
  await navigationLink(page, 'es', 'contact').click()
  await expectPageInPlace(page, 'contact', 'es')

  release()
  await untilRead(page, file)
  await expectPage(page, 'contact', 'es')
})
