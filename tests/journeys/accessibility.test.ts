import { findViolations } from '../support/accessibility.ts'
import { onePageOfEachKind } from '../support/addresses.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'

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

// Other journeys run axe in the states that they reach: menu, banner, form, map, failures.
for (const { key, address } of onePageOfEachKind)
  test(`axe finds nothing on ${address}, a page of its kind, in light and dark; forced colours show its controls; nothing moves if motion is reduced`, async ({
    page,
    allowed,
  }) => {
    if (key === 'not-found') allowed.console(/^Failed to load resource/)
    await decideEarlier(page, 'false')
    await visit(page, address)
    expect(await findViolations(page, address)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(withoutEdge)).toEqual([])
      expect(await page.evaluate(isMoving)).toBe(false)
    }
  })
