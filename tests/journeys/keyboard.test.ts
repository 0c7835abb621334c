import { addresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { mainArea } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { addressBar, visit } from '../support/visit.ts'

const { navbar, cookies } = shellOf('es').texts

test('Tab offers to skip to the content, then goes through a page in reading order, with a focus that is visible and not behind the banner, wide or narrow', async ({
  page,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, addresses.contact.es)
    const areas: string[] = []
    for (let count = 0; count < 100; count++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate((label) => {
        const stop = document.activeElement
        if (!stop || stop === document.body) return undefined
        const banner = document.querySelector(`[aria-label="${label}"]`)
        const area = stop.closest(`.skip-link, [aria-label="${label}"], header, main, footer`)
        const { top, bottom } = stop.getBoundingClientRect()
        const { outlineStyle, outlineWidth } = getComputedStyle(stop)
        return {
          what: stop.outerHTML.slice(0, 120),
          area: area?.classList.contains('skip-link') ? 'skip' : area === banner ? 'banner' : area?.localName,
          isHidden: !banner?.contains(stop) && (bottom <= 0 || top >= (banner?.getBoundingClientRect().top ?? 0)),
          // The focus is inside the frame of the map.
          isMarked: stop.localName === 'iframe' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
        }
      }, cookies.label)
      if (!stop) break
      expect(stop.isHidden, stop.what).toBe(false)
      expect(stop.isMarked, stop.what).toBe(true)
      if (stop.area !== areas.at(-1)) areas.push(String(stop.area))
    }
    expect(areas).toEqual(['skip', 'banner', 'header', 'main', 'footer'])
  }

  const skip = page.getByRole('link', { name: navbar.skip, exact: true })
  await expect(skip).not.toBeInViewport()
  await skip.press('Enter')
  await expect(mainArea(page)).toBeFocused()
  expect(addressBar(page)).toBe(`${addresses.contact.es}#main`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
