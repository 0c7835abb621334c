import { addresses, article } from '../support/addresses.ts'
import { entryScript } from '../support/built-site.ts'
import { expectPageInPlace, languageLink, mainArea, navigationLink, pageHeading } from '../support/find.ts'
import { holdBack } from '../support/intercepted-files.ts'
import { expect, test } from '../support/test.ts'
import { hydrate, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'

// What is shown while a page is loading: language.test.ts, load-failures.test.ts.

test('a link changes the page in place, with its title, addresses, heading and menu, unless a key asks for another tab; the hero is the home page’s', async ({
  page,
}) => {
  await visit(page, addresses.home.es)
  const isSameDocument = await markDocument(page)
  await expect(page.locator('h1')).not.toHaveAttribute('tabindex')
  const left = await navigationLink(page, 'es', 'contact').evaluate((link) =>
    ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'].filter((key) => {
      let isTaken = true
      const look = (event: Event) => {
        isTaken = event.defaultPrevented
        event.preventDefault()
      }
      addEventListener('click', look, { once: true })
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
      return !isTaken
    }),
  )
  expect(left, 'keys whose clicks are left to the browser').toHaveLength(4)

  for (const key of ['presentation', 'home'] as const) {
    await navigationLink(page, 'es', key).click()
    await expectPageInPlace(page, key, 'es')
    const head = await page.evaluate(() =>
      ['[rel=canonical]', '[hreflang=fr]', '[hreflang=x-default]', '[property="og:url"]'].map((selector) => {
        const element = document.querySelector(selector) as HTMLLinkElement & HTMLMetaElement
        return decodeURI(new URL(element.content ?? element.href).pathname)
      }),
    )
    expect(head).toEqual([addresses[key].es, addresses[key].fr, addresses[key].es, addresses[key].es])
    // The card is that of the page that was loaded.
    await expect(page.locator('meta[property^="og:image"]')).toHaveCount(0)
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

test('a new page begins at its top; Back and Forward return to where the visitor was, even on a page that was opened at a part, and to the page before a reload, hydrated or not', async ({
  page,
}) => {
  await visit(page, addresses[article].en)
  const isSameDocument = await markDocument(page)
  /** @param go from a page, whose heading may be above the window, to another */
  const expectReturn = async (go: 'goBack' | 'goForward', key: 'presentation' | typeof article, top: number) => {
    await page[go]()
    await expect(pageHeading(page, key, 'en')).toBeAttached()
    // The browser restores the scroll as well, with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await scrollTop(page)).toBe(top)
  }
  await mainArea(page).locator('nav a[href^="#"]').last().click()
  await expect(page).toHaveURL(/#/)
  await scrollDown(page, 1_000)
  // Not click(), which would scroll the link into view first.
  await navigationLink(page, 'en', 'presentation').dispatchEvent('click')
  await expectPageInPlace(page, 'presentation', 'en')
  expect(await scrollTop(page)).toBe(0)
  await scrollDown(page, 400)
  await expectReturn('goBack', article, 1_000)
  await expectReturn('goForward', 'presentation', 400)
  await expectReturn('goBack', article, 1_000)
  await languageLink(page, 'en', 'fr').dispatchEvent('click')
  await expect(page).not.toHaveURL(/#/)
  await expectReturn('goBack', article, 1_000)
  expect(await isSameDocument()).toBe(true)

  for (const isHydrated of [true, false]) {
    await navigationLink(page, 'en', 'certification').click()
    await expectPageInPlace(page, 'certification', 'en')
    const release = isHydrated ? () => undefined : await holdBack(page, entryScript)
    await page.reload({ waitUntil: isHydrated ? 'load' : 'domcontentloaded' })
    if (isHydrated) await hydrate(page)
    await page.goBack({ waitUntil: 'commit' })
    release()
    await expect(pageHeading(page, article, 'en')).toBeAttached()
  }
})

test('a link to a part of another page leads there, as its document does, and Tab goes on from there', async ({
  page,
}) => {
  await visit(page, addresses.questions.en)
  const link = mainArea(page).locator(`a[href^="/"][href*="#"]:not([href^="${addresses.questions.en}#"])`).first()
  const address = (await link.getAttribute('href')) as string
  await link.focus()
  await page.keyboard.press('Enter')
  const section = page.locator(address.slice(address.indexOf('#')))
  await expect(section).toBeFocused()
  const inPlace = await section.boundingBox()
  await page.keyboard.press('Tab')
  await expect(section).not.toHaveAttribute('tabindex')

  await page.goto('about:blank')
  await page.goto(address)
  expect(await section.boundingBox()).toEqual(inPlace)
})
