import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const axeScript = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const contrast = 'color-contrast-enhanced'
/** axe would leave what fails even AA to its rule for AA, which compares the same colours once more. */
const contrastOptions = { contrastRatio: { normal: { minThreshold: 0 }, large: { minThreshold: 0 } } }
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Looks, in light and in dark colours, for what axe can find against WCAG 2.2 A and AA, its own good practices, and AAA
 * contrast. Frames are left out: they took ten times longer than the page, and contain only a drawing (the site's own map) or
 * another site's page (the maps service).
 * @param part looks in a part of the page only, by its selector: in a state that a visit has reached, the rest is as before
 * @returns what it found, each with where it was and why
 */
export async function findViolations(page: Page, where: string, part?: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeScript)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const options: axe.RunOptions & { checks: object } = {
      // Dark differs from light in nothing but colours.
      runOnly: colorScheme === 'light' ? levels : [contrast],
      rules: { [contrast]: { enabled: true }, 'color-contrast': { enabled: false } },
      checks: { [contrast]: { options: contrastOptions } },
      iframes: false,
      resultTypes: ['violations'],
    }
    const { violations, applied } = await page.evaluate(
      async ([part, options]) => {
        const { violations, passes } = await (window as unknown as { axe: typeof axe }).axe.run(part, options)
        return { violations, applied: [...passes, ...violations].map(({ id }) => id) }
      },
      [part ?? 'html', options] as const,
    )
    // If this rule was not applied, axe has not checked a page.
    expect(applied).toContain(contrast)
    for (const { id, nodes } of violations)
      for (const { html, any, all, none } of nodes)
        found.push(`${where}, ${colorScheme}: ${id}: ${[...any, ...all, ...none][0]?.message ?? ''} ${html}`)
  }
  return found
}
