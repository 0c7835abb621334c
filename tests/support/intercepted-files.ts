import type { Page, Route } from '@playwright/test'

/** A file of the site, whose address may contain accents. */
const fileAt = (address: string) => (url: URL) => decodeURI(url.pathname) === address

/** Delays a file, as a slow line would. @returns a function that lets it through */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(fileAt(address), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the page has read a file that it requested before: the same file, requested now, is read after that. */
export async function untilRead(page: Page, address: string): Promise<void> {
  await page.evaluate(async (address) => {
    await (await fetch(address)).json()
    await new Promise(requestAnimationFrame)
  }, address)
}

/** Makes requests for a file fail. @returns a function that lets them through again */
export async function failRequests(page: Page, address: string, how: 'missing' | 'cut'): Promise<() => Promise<void>> {
  const answer = (route: Route) => (how === 'cut' ? route.abort() : route.fulfill({ status: 404, body: 'Not found' }))
  const matches = fileAt(address)
  await page.route(matches, answer)
  return () => page.unroute(matches, answer)
}

/** Replaces one of the site's scripts. */
export async function replaceScript(page: Page, address: string, body: string): Promise<void> {
  await page.route(fileAt(address), (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
