import { expect, type Page, type Response } from '@playwright/test'

/** Opens a page, gives a sign of intent, and waits until the page is hydrated. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address)
  await hydrate(page)
  return response
}

/** Gives a sign of intent, a key that does nothing else, and waits until the page is hydrated. */
export async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await untilHydrated(page)
}

/** Hydration adds aria-expanded to the menu button: without JavaScript, the HTML cannot tell whether the menu is open. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect(hydratedSign(page)).toBeAttached()
}

export const hydratedSign = (page: Page) => page.locator('button[aria-expanded]')

/** Stores a choice about cookies, as if made on an earlier visit of the site. A storage state would be set in a page of its own. */
export const decideEarlier = (page: Page, value: 'true' | 'false') =>
  page.addInitScript((value) => {
    // Not in the map's own frame, which has no storage.
    if (origin !== 'null') localStorage.cookieConsent ??= value
  }, value)

/** On how many sheets of paper a page prints. */
export async function countSheets(page: Page): Promise<number> {
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return Number(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length)
}

/** @returns a question: is the visitor still in the document that is open now? */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  return () => page.evaluate(() => 'isMarked' in window)
}

export const addressBar = (page: Page) => {
  const { pathname, hash } = new URL(page.url())
  return decodeURI(pathname) + hash
}

export const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Scrolls as a visitor does, and waits until the page has noticed: a scroll event comes with the next frame. */
export async function scrollDown(page: Page, top: number): Promise<void> {
  await page.evaluate(async (top) => {
    // A page that was rendered in place is put at its position once more with its first frame.
    await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)))
    await new Promise((noticed) => {
      addEventListener('scroll', () => requestAnimationFrame(noticed), { once: true })
      scrollTo(0, top)
    })
  }, top)
  expect(await scrollTop(page)).toBe(top)
}
