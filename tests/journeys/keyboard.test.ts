import { addresses } from '../support/addresses.ts'
import { headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { heading, mainArea } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, decideEarlier, markDocument, visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

const { navbar, cookies } = shellOf('es').texts

test('the first Tab offers to skip to the content', async ({ page }) => {
  await visit(page, addresses.presentation.es)
  const isSameDocument = await markDocument(page)
  const skip = page.getByRole('link', { name: navbar.skip, exact: true })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(mainArea(page)).toBeFocused()
  expect(addressBar(page)).toBe(`${addresses.presentation.es}#main`)
  expect(await isSameDocument()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('Tab goes through a page in the order it is read: choice, header, main, footer', async ({ page }) => {
  await visit(page, addresses.home.es)
  const stops: string[] = []
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate((label) => {
      const stop = document.activeElement
      if (!stop || stop === document.body) return 'end'
      const area = stop.closest(`.skip-link, [aria-label="${label}"], header, main, footer`)
      return area?.classList.contains('skip-link') ? 'skip' : (area?.localName ?? 'nowhere')
    }, cookies.label)
    if (stop === 'end') break
    if (stop !== stops.at(-1)) stops.push(stop)
  }
  expect(stops).toEqual(['skip', 'section', 'header', 'main', 'footer'])
})

test('a page reached by Enter begins at its heading, and Tab goes on from there', async ({ page, baseURL }) => {
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.home.es)
  const link = page.getByRole('link', { name: words.es.navigation.contact, exact: true }).first()
  await link.focus()
  await page.keyboard.press('Enter')

  await expect(heading(page, headingOf(pageOf('contact', 'es')))).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox').first()).toBeFocused()
})

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`the question about cookies hides nothing that has the focus (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await visit(page, addresses.contact.es)
    const hidden: string[] = []
    for (let count = 0; count < 60; count++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate((label) => {
        const stop = document.activeElement
        const banner = document.querySelector(`[aria-label="${label}"]`)
        if (!stop || stop === document.body) return 'end'
        if (!banner || banner.contains(stop)) return undefined
        const { top, bottom } = stop.getBoundingClientRect()
        const isHidden = top >= banner.getBoundingClientRect().top || bottom <= 0
        return isHidden ? stop.outerHTML.slice(0, 120) : undefined
      }, shellOf('es').texts.cookies.label)
      if (found === 'end') break
      if (found) hidden.push(found)
    }
    expect(hidden).toEqual([])
  })

test('what has the focus is seen to have it', async ({ page, baseURL }) => {
  await decideEarlier(page, baseURL, 'false')
  await visit(page, addresses.contact.en)
  for (let count = 0; count < 20; count++) {
    await page.keyboard.press('Tab')
    const { outline, what } = await page.evaluate(() => {
      const stop = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(stop)
      return {
        outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        what: stop.outerHTML.slice(0, 120),
      }
    })
    expect(outline, what).toBeGreaterThanOrEqual(2)
  }
})
