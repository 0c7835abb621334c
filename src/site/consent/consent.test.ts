import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// What is stored and sent to other tabs: tests/journeys/cookie-choice.test.ts.

beforeEach(() => {
  // Loaded again for each test, because the module remembers a choice that could not be stored.
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['', 'TRUE', '1', 'yes', 'null'])(
  'a stored %j, which the site never writes, decides nothing',
  async (value) => {
    vi.stubGlobal('localStorage', { getItem: () => value })
    const { readConsent } = await import('./consent.ts')
    expect(readConsent()).toBe('undecided')
  },
)

test('if the browser cannot store it, a refusal goes before the consent stored earlier', async () => {
  const setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => 'true', setItem })
  const { decideConsent, readConsent } = await import('./consent.ts')
  expect(readConsent()).toBe('accepted')
  decideConsent(false)
  expect(readConsent()).toBe('refused')
})
