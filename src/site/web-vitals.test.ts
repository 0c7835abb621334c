import { expect, test, vi } from 'vitest'
import { reportWebVitals } from './web-vitals.ts'

// Replaces the package, whose observers need a browser, and records whether it was loaded.
const library = vi.hoisted(() => ({ loads: 0, observed: [] as [figure: string, handler: unknown][] }))
vi.mock('web-vitals', () => {
  library.loads++
  const observe = (figure: string) => (handler: unknown) => library.observed.push([figure, handler])
  return Object.fromEntries(['CLS', 'INP', 'FCP', 'LCP', 'TTFB'].map((figure) => [`on${figure}`, observe(figure)]))
})

// In this order: once loaded, the package stays loaded.
test('without a handler nothing is loaded, and nothing reported', async () => {
  await reportWebVitals()
  expect(library).toEqual({ loads: 0, observed: [] })
})

test('a handler is given all five figures', async () => {
  const handler = () => undefined
  await reportWebVitals(handler)
  expect(library.loads).toBe(1)
  expect(new Map(library.observed)).toEqual(
    new Map(['CLS', 'INP', 'FCP', 'LCP', 'TTFB'].map((figure) => [figure, handler])),
  )
})
