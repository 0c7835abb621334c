import type { Browser, Page } from '@playwright/test'
import { openPage, wake } from './browser.ts'

/** Runs in every document: remembers whether it came from the browser's back/forward cache. */
function rememberRestoring(): void {
  addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isRestored: persisted }))
}

/** Loads two documents one after the other, and goes back and forward between them: was each still in memory? */
export async function restoredByCache(
  browser: Browser,
  origin: string,
  { from, to }: { from: string; to: string },
  wakes: boolean,
): Promise<Record<'Back' | 'Forward', string>> {
  await using context = await browser.newContext()
  const { page } = await openPage(context)
  await page.addInitScript(rememberRestoring)
  for (const address of [from, to]) {
    await page.goto(origin + encodeURI(address))
    if (wakes) await wake(page)
  }
  const back = await traverse(page, -1, encodeURI(from))
  const forward = await traverse(page, 1, encodeURI(to))
  return { Back: back, Forward: forward }
}

async function traverse(page: Page, steps: -1 | 1, address: string): Promise<string> {
  // The document that runs this goes away, and with it the answer.
  await page.evaluate((steps) => setTimeout(() => history.go(steps), 50), steps)
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const state = await Promise.race([
      page
        .evaluate(() => ({ at: location.pathname, isRestored: 'isRestored' in window && window.isRestored === true }))
        .catch(() => undefined),
      new Promise<undefined>((resolve) => setTimeout(resolve, 500)),
    ])
    if (state?.at === address) return state.isRestored ? 'yes' : 'no'
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 'not known'
}
