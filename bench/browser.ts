import { setTimeout as pause } from 'node:timers/promises'
import puppeteer, { type Page } from 'puppeteer-core'
import { browserArgs, findBrowser } from '../tests/support/programs.ts'

/** How much slower a cheap phone's processor is. */
export const slowerProcessor = 4
/** How long no file must have arrived before a visitor does something. */
const quietMs = 750

/**
 * The whole browser, as visitors have it. It reports no requests: for that, Chromium copies each document to the inspector, which
 * is no part of a visit, and takes longer with a larger document.
 */
export const launchBrowser = (...args: string[]) =>
  puppeteer.launch({
    executablePath: findBrowser(),
    defaultViewport: null,
    networkEnabled: false,
    args: [...browserArgs, ...args],
  })

/** Opens an address, and waits until the document and everything that it loads at once are there. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilIdle(page)
}

/** Waits until no more files have arrived for a while. */
export async function untilIdle(page: Page): Promise<void> {
  let [earlier, loaded] = [-1, 0]
  while (loaded > earlier) {
    await pause(quietMs)
    ;[earlier, loaded] = [loaded, await page.evaluate(() => performance.getEntriesByType('resource').length)]
  }
}
