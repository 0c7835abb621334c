import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../tests/support/programs.ts'

/** As it is shipped: Playwright turns off the cache that a page goes into when it is left, and from which Back restores it. */
export const launchBrowser = (...args: string[]) =>
  chromium.launch({
    executablePath: findBrowser(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    // No other host can be resolved, so nothing leaves the machine.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...browserArgs, ...args],
  })

/** How much slower a cheap phone's processor is. */
export const slowerProcessor = 4
