import type { Locator } from '@playwright/test'
import { addresses } from '../support/addresses.ts'
import { mainArea } from '../support/find.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier } from '../support/visit.ts'

test.beforeEach(({ page, baseURL }) => decideEarlier(page, baseURL, 'false'))

/** Where the first line of each of these begins, in pixels. */
const firstLines = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const range = new Range()
      range.selectNodeContents(element)
      return Math.round(range.getClientRects()[0]?.top ?? 0)
    }),
  )

test('what visitors come for: three titles, and three links, each on one line', async ({ page }) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(addresses.home.fr)
    const links = await firstLines(mainArea(page).locator('section').first().getByRole('link'))
    expect(links).toHaveLength(3)
    expect(new Set(links).size, `links at ${width} px`).toBe(1)
  }
})

test('in the footer the first page and the first city stand on one line', async ({ page }) => {
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(addresses.contact.fr)
    const footer = page.getByRole('contentinfo')
    const [first] = await firstLines(footer.getByRole('navigation').getByRole('link').first())
    const [city] = await firstLines(footer.getByRole('heading', { level: 3 }).first())
    expect(Math.abs((first ?? 0) - (city ?? 9)), `${width} px`).toBeLessThanOrEqual(1)
  }
})

test('the rows of the commitments have no hole', async ({ page }) => {
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(addresses.presentation.fr)
    const tops = await mainArea(page)
      .locator('ol')
      .first()
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)))
    expect(tops).toHaveLength(5)
    const perRow = Object.values(Object.groupBy(tops, (top) => top)).map((row) => row?.length)
    expect(new Set(perRow).size, `${width} px: ${perRow}`).toBe(1)
  }
})

test('in the contact details a value stands nearer to its own name than to the next', async ({ page }) => {
  await page.goto(addresses.contact.fr)
  const gaps = await mainArea(page)
    .locator('dl')
    .last()
    .evaluate((list) => {
      const boxes = [...list.children].map((child) => child.getBoundingClientRect())
      return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)))
    })
  expect(gaps).toHaveLength(3)
  expect(gaps[1]).toBeGreaterThan(2 * (gaps[0] ?? 0))
})
