import { expect, test, vi } from 'vitest'
import { reportWebVitals } from './web-vitals.ts'

// Replaces the package, whose observers need a browser, and records whether it was loaded.
const { figures, library } = vi.hoisted(() => ({
  figures: ['CLS', 'INP', 'FCP', 'LCP', 'TTFB'],
  library: { loads: 0, observed: [] as [figure: string, handler: unknown][] },
}))
vi.mock('web-vitals', () => {
  library.loads++
  const observe = (figure: string) => (handler: unknown) => library.observed.push([figure, handler])
  return Object.fromEntries(figures.map((figure) => [`on${figure}`, observe(figure)]))
})

test('without a handler nothing is loaded and reported; a handler is given all five figures', async () => {
  await reportWebVitals()
  expect(library).toEqual({ loads: 0, observed: [] })
  const handler = () => undefined
  await reportWebVitals(handler)
  expect(library.loads).toBe(1)
  expect(Object.fromEntries(library.observed)).toEqual(Object.fromEntries(figures.map((figure) => [figure, handler])))
})
