import type { Page } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { entryScript, headingOf, pageFile, pageOf } from '../support/built-site.ts'
import { holdBack, untilTakenIn } from '../support/files-on-the-way.ts'
import { heading, languageLink, mainArea, navigationLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, hydrate, markDocument, scrollDown, scrollTop, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** The browser restores the scroll as well, with the next frame. */
const untilRestored = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const { navigation } = words.es

test('a link changes the page in place, with its title, address, heading and place in the menu; the hero is the home page’s', async ({
  page,
}) => {
  await visit(page, addresses.home.es)
  const isSameDocument = await markDocument(page)
  await expect(page.locator('h1')).not.toHaveAttribute('tabindex')

  for (const key of ['presentation', 'certification', 'contact', 'home'] as const) {
    const built = pageOf(key, 'es')
    await navigationLink(page, 'es', navigation[key]).click()

    await expect(heading(page, headingOf(built))).toBeFocused()
    await expect(page).toHaveTitle(built.head.title)
    expect(addressBar(page)).toBe(addresses[key].es)
    await expect(navigationLink(page, 'es', navigation[key])).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('[aria-current="page"]')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('heading'), 'the hero').toHaveCount(key === 'home' ? 1 : 0)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`${encodeURI(addresses[key].es)}$`),
    )
    // The heading has a tabindex only while it has the focus: with one, screen readers call it clickable.
    await page.keyboard.press('Tab')
    await expect(page.locator('h1')).not.toBeFocused()
    await expect(page.locator('h1')).not.toHaveAttribute('tabindex')
  }
  expect(await isSameDocument()).toBe(true)
})

test('a new page begins at its top; Back and Forward return to where the visitor was', async ({ page }) => {
  await visit(page, addresses.bienestar_animal.es)
  const isSameDocument = await markDocument(page)
  await scrollDown(page, 700)

  // Not click(), which would scroll the link into view first.
  await navigationLink(page, 'es', navigation.presentation).dispatchEvent('click')
  await expect(heading(page, headingOf(pageOf('presentation', 'es')))).toBeFocused()
  expect(await scrollTop(page)).toBe(0)
  await scrollDown(page, 400)

  await page.goBack()
  await expect(heading(page, headingOf(pageOf('bienestar_animal', 'es')))).toBeFocused()
  await expect(page).toHaveTitle(pageOf('bienestar_animal', 'es').head.title)
  expect(await scrollTop(page)).toBe(700)

  await page.goForward()
  await expect(heading(page, headingOf(pageOf('presentation', 'es')))).toBeFocused()
  await expect(page).toHaveTitle(pageOf('presentation', 'es').head.title)
  expect(await scrollTop(page)).toBe(400)
  expect(await isSameDocument()).toBe(true)
})

test('a link to a section of another page leads there, to where its document begins, and Tab goes on from there', async ({
  page,
  context,
}) => {
  await visit(page, addresses.questions.en)
  const link = mainArea(page).locator('a[href^="/"][href*="#"]').first()
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
  const isFurtherOn = await section.evaluate(
    (section) =>
      (section.compareDocumentPosition(document.activeElement as Node) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  )
  expect(isFurtherOn).toBe(true)
})

test('Back to a page that was opened at a section, and read on, returns to where it was left', async ({ page }) => {
  await visit(page, addresses.bienestar_animal.en)
  await mainArea(page).locator('nav a[href^="#"]').last().click()
  await expect(page).toHaveURL(/#/)
  await scrollDown(page, 1_000)
  for (const leave of [navigationLink(page, 'en', words.en.navigation.contact), languageLink(page, 'en', 'fr')]) {
    await leave.dispatchEvent('click')
    await expect(page).not.toHaveURL(/#/)
    await page.goBack()
    await expect(heading(page, headingOf(pageOf('bienestar_animal', 'en')))).toBeAttached()
    await untilRestored(page)
    expect(await scrollTop(page)).toBe(1_000)
  }
})

test('a note leads to its source and the source back to the note, and so does Back, to where the reader was', async ({
  page,
}) => {
  await visit(page, addresses.bienestar_animal.es)
  const isSameDocument = await markDocument(page)
  const note = mainArea(page).locator('a[href^="#source-"]').last()
  const source = page.locator((await note.getAttribute('href')) as string)
  await note.scrollIntoViewIfNeeded()
  const top = await scrollTop(page)

  await note.click()
  await expect(page).toHaveURL(/#source-/)
  await expect(source).toBeInViewport()
  await expect(note).not.toBeInViewport()
  await page.goBack()
  await expect(note).toBeInViewport()
  expect(await scrollTop(page)).toBe(top)
  expect(addressBar(page)).toBe(addresses.bienestar_animal.es)

  await note.click()
  await source.getByRole('link').last().click()
  await expect(page).toHaveURL(/#call-/)
  await expect(note).toBeInViewport()
  expect(await isSameDocument()).toBe(true)
})

for (const isHydrated of [true, false])
  test(`after a reload, Back brings the page before, ${isHydrated ? 'once' : 'before'} the page at hand is hydrated`, async ({
    page,
  }) => {
    await visit(page, addresses.home.es)
    await navigationLink(page, 'es', words.es.navigation.certification).click()
    await expect(heading(page, headingOf(pageOf('certification', 'es')))).toBeVisible()
    const release = isHydrated ? () => undefined : await holdBack(page, entryScript)
    await page.reload({ waitUntil: isHydrated ? 'load' : 'domcontentloaded' })
    if (isHydrated) await hydrate(page)

    await page.goBack({ waitUntil: 'commit' })
    release()
    await expect(heading(page, words.es.heroTitle)).toBeVisible()
    await expect(page).toHaveTitle(pageOf('home', 'es').head.title)
    expect(addressBar(page)).toBe(addresses.home.es)
  })

test('every click with a key held down is left to the browser, whatever it makes of it', async ({ page }) => {
  await visit(page, addresses.home.en)
  const link = navigationLink(page, 'en', words.en.navigation.contact)
  const isTaken = (key?: 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey') =>
    link.evaluate((link, key) => {
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

test('the page asked for last is the one that comes, whatever arrives first', async ({ page }) => {
  const file = pageFile('certificacion_halal', 'es')
  const release = await holdBack(page, file)
  await visit(page, addresses.bienestar_animal.es)
  await mainArea(page)
    .getByRole('link', { name: headingOf(pageOf('certificacion_halal', 'es')) })
    .click()
  await expect(mainArea(page)).toHaveText(words.es.loading)
  await navigationLink(page, 'es', words.es.navigation.contact).click()
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()

  release()
  await untilTakenIn(page, file)
  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeVisible()
  await expect(page).toHaveTitle(pageOf('contact', 'es').head.title)
  expect(addressBar(page)).toBe(addresses.contact.es)
})
