import type { Page } from '@playwright/test'

type Shifts = { shifted: number }

/** Counts from now on what pages move by themselves, as the browser counts it. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counter = window as unknown as Shifts
    counter.shifted = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counter.shifted += (entry as PerformanceEntry & { value: number }).value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })

/** What the page has moved by itself so far, the next two frames included. */
export const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as Shifts).shifted
  })
