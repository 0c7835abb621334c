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
test('axe finds nothing on a page of each kind, in light and dark; forced colours show its controls; nothing moves if motion is reduced', async ({
  page,
  allowed,
}) => {
  allowed.console(/^Failed to load resource: the server responded with a status of 404/)
  await decideEarlier(page, 'false')
  for (const { address } of onePageOfEachKind) {
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })
    await visit(page, address)
    expect.soft(await findViolations(page, address)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await page.evaluate(withoutEdge), `${address} at ${width} px`).toEqual([])
      expect.soft(await page.evaluate(isMoving), `${address} at ${width} px`).toBe(false)
    }
  }
})
