import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const axeScript = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Contrast of AA and of AAA: axe's rule for AAA passes what fails even AA, so that it is not reported twice. */
const contrast = ['color-contrast', 'color-contrast-enhanced']
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Looks, in light and in dark colours, for what axe can find against WCAG 2.2 A and AA, its own good practices, and AAA
 * contrast. Frames are left out: they took ten times longer than the page, and contain only a drawing (the site's own map) or
 * another site's page (the maps service).
 * @returns what it found, each with where it was and why
 */
export async function findViolations(page: Page, where: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeScript)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const options: axe.RunOptions = {
      // Dark differs from light in nothing but colours.
      runOnly: colorScheme === 'light' ? levels : contrast,
      rules: { 'color-contrast-enhanced': { enabled: true } },
      iframes: false,
      resultTypes: ['violations'],
    }
    const { violations, applied } = await page.evaluate(async (options) => {
      const { violations, passes } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return { violations, applied: [...passes, ...violations].map(({ id }) => id) }
    }, options)
    // If these rules were not applied, axe has not checked a page.
    expect(applied).toEqual(expect.arrayContaining(contrast))
    for (const { id, nodes } of violations)
      for (const { html, any, all, none } of nodes)
        found.push(`${where}, ${colorScheme}: ${id}: ${[...any, ...all, ...none][0]?.message ?? ''} ${html}`)
  }
  return found
}
