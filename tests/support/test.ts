import { test as base, expect } from '@playwright/test'

export { expect }

/** Allows what would otherwise fail a test. */
type Allowed = {
  /** The test expects this error or warning in the console, and fails without it. */
  console(words: RegExp): void
  /** The page may send requests to this host; the test answers them with `page.route`. */
  host(origin: string): void
}

/** Playwright's trace runs a script in every frame, and the site's own map is in a frame that allows none. */
const traceNoise = /^Blocked script execution in '\S+\/assets\/maps\/\S+' because the document's frame is sandboxed/

/**
 * Playwright's test, made strict: an error or a warning in the console, an uncaught error, a violation of the content
 * security policy or a request to another host fails the test, unless the test has allowed it before.
 */
export const test = base.extend<{ allowed: Allowed }>({
  allowed: [
    async ({ context, baseURL }, use) => {
      const expected: { words: RegExp; isMet: boolean }[] = []
      const hosts = [new URL(baseURL ?? '').origin]
      const faults: string[] = []

      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`Content security policy: ${effectiveDirective} blocked ${blockedURI}`),
        )
      })
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && !hosts.includes(origin)) faults.push(`request to ${request.url()}`)
      })
      context.on('weberror', (error) => faults.push(`uncaught ${error.error().stack || error.error()}`))
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        if (traceNoise.test(message.text())) return
        const known = expected.filter(({ words }) => words.test(message.text()))
        for (const expectation of known) expectation.isMet = true
        if (known.length === 0) faults.push(`console ${message.type()}: ${message.text()}`)
      })

      await use({
        console: (words) => expected.push({ words, isMet: false }),
        host: (origin) => hosts.push(origin),
      })

      // All events that the pages sent before this answer have been received.
      await Promise.all(context.pages().map((page) => page.evaluate(() => undefined).catch(() => undefined)))
      expect(faults, 'errors and requests that the test does not allow').toEqual([])
      const unmet = expected.filter(({ isMet }) => !isMet).map(({ words }) => words)
      expect(unmet, 'expected messages in the console').toEqual([])
    },
    { auto: true },
  ],
})
