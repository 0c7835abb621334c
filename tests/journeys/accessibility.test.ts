import { publishedLanguages } from '../../src/shared/languages.ts'
import { findViolations } from '../support/accessibility.ts'
import { onePageOfEachKind } from '../support/addresses.ts'
import { expectPage, languageLink } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { markDocument, visit } from '../support/visit.ts'

/** Controls that nothing shows once forced colours have taken the backgrounds away: without a border and without an underline. */
const withoutEdge = () =>
  [...document.querySelectorAll('button, input, select, textarea, .action')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { borderBlockStartStyle, textDecorationLine } = getComputedStyle(control)
      return borderBlockStartStyle === 'none' && textDecorationLine === 'none'
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100))

/** Whether something moves by itself, or glides when the page is scrolled. */
const isMoving = () =>
  document.getAnimations().length > 0 || getComputedStyle(document.documentElement).scrollBehavior !== 'auto'

// Other journeys run axe in the states that they reach: menu, form, failures.
test('a page of each kind: it is hydrated as the HTML checker found it, axe finds nothing, forced colours show its controls, nothing moves if motion is reduced, and its language changes in place', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  // The not-found page comes first, with the question about cookies.
  for (const { key, language, address } of onePageOfEachKind.toReversed()) {
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })
    await visit(page, address)
    expect.soft(await findViolations(page, address)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await page.evaluate(withoutEdge), `${address} at ${width} px`).toEqual([])
      expect.soft(await page.evaluate(isMoving), `${address} at ${width} px`).toBe(false)
    }
    await page.evaluate(() => localStorage.setItem('cookieConsent', 'false'))
    if (key === 'not-found') continue

    await expectPage(page, key, language)
    const other = publishedLanguages.at(publishedLanguages.indexOf(language) - 1) ?? language
    const isSameDocument = await markDocument(page)
    await languageLink(page, language, other).click()
    await expectPage(page, key, other)
    expect(await isSameDocument()).toBe(true)
  }
})
