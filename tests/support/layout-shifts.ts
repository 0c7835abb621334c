import type { Page } from '@playwright/test'

type Shifts = { shifted: number }

/** Sums up layout shifts from now on, as the browser reports them. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counter = window as unknown as Shifts
    counter.shifted = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counter.shifted += (entry as PerformanceEntry & { value: number }).value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })

/** The layout shifts of the page so far, the next two frames included. */
export const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as Shifts).shifted
  })
