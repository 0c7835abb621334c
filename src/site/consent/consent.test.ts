import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // A new document each time: the module remembers a choice that could not be stored.
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The browser's storage and its event, as far as the module needs them. `refuses` makes every writing fail. */
async function openDocument({ stored = {} as Record<string, string>, refuses = false, hasStorage = true } = {}) {
  const entries = new Map(Object.entries(stored))
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (refuses) throw new DOMException('Full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key: string) => entries.delete(key),
  }
  const forbidden = new Proxy(storage, {
    get() {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  vi.stubGlobal('localStorage', hasStorage ? storage : forbidden)
  return { ...(await import('./consent.ts')), entries, window }
}

test('nothing stored: the visitor has not decided', async () => {
  const { readConsent } = await openDocument()
  expect(readConsent()).toBe('undecided')
})

test.each([
  ['true', 'accepted'],
  ['false', 'refused'],
])('a stored %j means %s', async (value, consent) => {
  const { readConsent } = await openDocument({ stored: { cookieConsent: value } })
  expect(readConsent()).toBe(consent)
})

test.each(['', 'TRUE', '1', 'yes', 'null'])(
  'a stored %j, which the site never writes, decides nothing',
  async (value) => {
    const { readConsent } = await openDocument({ stored: { cookieConsent: value } })
    expect(readConsent()).toBe('undecided')
  },
)

test.each([
  [true, 'true', 'accepted'],
  [false, 'false', 'refused'],
])('deciding %s stores %j under cookieConsent, and nothing else', async (isAccepted, value, consent) => {
  const { decideConsent, readConsent, entries } = await openDocument()
  decideConsent(isAccepted)
  expect([...entries]).toEqual([['cookieConsent', value]])
  expect(readConsent()).toBe(consent)
})

test('the choice can be changed', async () => {
  const { decideConsent, readConsent, entries } = await openDocument({ stored: { cookieConsent: 'true' } })
  decideConsent(false)
  expect(readConsent()).toBe('refused')
  expect([...entries]).toEqual([['cookieConsent', 'false']])
})

test('where the browser has no storage, the choice holds for this document', async () => {
  const { decideConsent, readConsent } = await openDocument({ hasStorage: false })
  expect(readConsent()).toBe('undecided')
  decideConsent(true)
  expect(readConsent()).toBe('accepted')
  decideConsent(false)
  expect(readConsent()).toBe('refused')
})

test('where the browser refuses to store, a refusal goes before the consent stored earlier', async () => {
  const { decideConsent, readConsent } = await openDocument({ stored: { cookieConsent: 'true' }, refuses: true })
  decideConsent(false)
  expect(readConsent()).toBe('refused')
})

test('whoever shows the choice is told when it changes, here or in another tab, until they stop listening', async () => {
  const { decideConsent, subscribeToConsent, window } = await openDocument()
  const listener = vi.fn()
  const stop = subscribeToConsent(listener)
  decideConsent(true)
  expect(listener).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('storage'))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  decideConsent(false)
  window.dispatchEvent(new Event('storage'))
  expect(listener).toHaveBeenCalledTimes(2)
})
