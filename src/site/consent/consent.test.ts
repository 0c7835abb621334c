import { afterEach, expect, test, vi } from 'vitest'
import { decideConsent, readConsent } from './consent.ts'

// What is stored and sent to other tabs: tests/journeys/cookie-choice.test.ts.

afterEach(() => void vi.unstubAllGlobals())

// In this order: the module remembers a choice that could not be stored.
test('what is stored and not by the site decides nothing', () => {
  for (const value of ['', 'TRUE', '1', 'yes', 'null']) {
    vi.stubGlobal('localStorage', { getItem: () => value })
    expect(readConsent(), value).toBe('')
  }
})

test('if the browser cannot store it, a refusal goes before the consent stored earlier', () => {
  const setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => 'true', setItem })
  expect(readConsent()).toBe('true')
  decideConsent('false')
  expect(readConsent()).toBe('false')
})
