import type { Page } from '@playwright/test'
import { fallbackFontsAttribute } from '../../src/site/first-paint.ts'
import { firstScreenAttribute } from '../../src/site/navigation/first-screen.ts'
import { addresses, article } from '../support/addresses.ts'
import { pageHeading } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { markDocument, visit } from '../support/visit.ts'

/**
 * The position and look of every box on the page, once the part below the first screen has its size. Without inline
 * elements: Chromium reports another size for some of them after they have been measured once.
 */
async function lookOf(page: Page): Promise<string[]> {
  await page.waitForFunction(
    ([fallbackFonts, firstScreen]) =>
      !document.documentElement.hasAttribute(fallbackFonts) &&
      !document.documentElement.hasAttribute(firstScreen) &&
      document.fonts.status === 'loaded' &&
      !document.querySelector('main [style]'),
    [fallbackFontsAttribute, firstScreenAttribute] as const,
  )
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(script)')].flatMap((element) => {
      const { color, backgroundColor, display, fontFamily } = getComputedStyle(element)
      if (display === 'inline') return []
      const { x, y, width, height } = element.getBoundingClientRect()
      const position = [x, y, width, height].map(Math.round).join(' ')
      return `${element.localName} at ${position}: ${display}, ${color} on ${backgroundColor}, ${fontFamily}`
    }),
  )
}

test('a page looks the same whether it is loaded or reached in place', async ({ page }) => {
  // The drawing on the home page turns: its boxes would differ with the time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const looks = new Map<string, string[]>()
  const keys = ['contact', 'home', article] as const
  for (const key of keys) {
    await visit(page, addresses[key].es)
    const look = await lookOf(page)
    expect(look.length).toBeGreaterThan(50)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    looks.set(key, look)
  }
  const isSameDocument = await markDocument(page)
  for (const key of keys) {
    const href = encodeURI(addresses[key].es)
    await page.locator(`a[href="${href}"]`).first().dispatchEvent('click')
    await expect(pageHeading(page, key, 'es')).toBeFocused()
    expect(await lookOf(page), key).toEqual(looks.get(key))
  }
  expect(await isSameDocument()).toBe(true)
})
