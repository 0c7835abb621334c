import type { Page } from '@playwright/test'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages, onePageOfEachKind, unknownAddresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { words } from '../support/words.ts'

/** Elements wider than the window, if the page scrolls sideways; telephone numbers on two lines. */
const overflow = () => {
  const { clientWidth, scrollWidth } = document.documentElement
  const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  return [
    ...(scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')].filter(isWide) : []),
    ...[...document.querySelectorAll('a[href^="tel:"]')].filter((link) => link.getClientRects().length > 1),
  ].map((element) => element.outerHTML.slice(0, 100))
}

const styles = {
  plain: '',
  /** The spacing that a reader may ask for (WCAG 2.2, 1.4.12). */
  spaced: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`,
  /** Larger text in the same window, as in browsers that can zoom only text. */
  doubled: 'html { font-size: 32px !important }',
}

/** Words cut off by the box around them, which cannot be scrolled. */
const cutOff = () => {
  const boxes = [...document.body.querySelectorAll('*:not(.visually-hidden, svg, svg *)')].filter((element) =>
    /hidden|clip/.test(getComputedStyle(element).overflow),
  )
  return boxes.flatMap((box) => {
    const { right, bottom } = box.getBoundingClientRect()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (const range = new Range(); walker.nextNode(); ) {
      range.selectNodeContents(walker.currentNode)
      const words = range.getBoundingClientRect()
      const isHidden = walker.currentNode.parentElement?.closest('.visually-hidden')
      if (!isHidden && (words.right > right + 1 || words.bottom > bottom + 1)) found.push(`${range}`)
    }
    return found
  })
}

/** Shows a document in the place of another, without loading it: a tab for all of them. */
async function show([html = '', style = '']: string[]): Promise<void> {
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  for (const script of documentElement.querySelectorAll('script')) script.remove()
  document.documentElement.replaceWith(documentElement)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
  await document.fonts.ready
}

test.describe('no page scrolls sideways, breaks a telephone number or cuts words off', () => {
  test.use({ bypassCSP: true })

  async function look(page: Page, address: string, states: (readonly [number, number, keyof typeof styles])[]) {
    const html = await (await page.request.get(encodeURI(address))).text()
    for (const [width, height, style] of states) {
      await page.setViewportSize({ width, height })
      await page.evaluate(show, [html, styles[style]])
      const found = [await page.evaluate(overflow), style === 'spaced' ? await page.evaluate(cutOff) : []]
      expect(found, `${address} at ${width} px, ${style}`).toEqual([[], []])
    }
  }

  for (const language of publishedLanguages)
    test(`in ${language}, at 400 % zoom with wider text spacing, or with text alone at 200 %`, async ({ page }) => {
      await page.goto(addresses.home[language])
      for (const address of [...allPages.map((key) => addresses[key][language]), unknownAddresses[language]])
        await look(page, address, [
          // 320 × 256 px is what 400 % zoom leaves of 1280 × 1024 px.
          [320, 256, 'spaced'],
          [1280, 800, 'doubled'],
        ])
    })

  test('of each kind, up to 2,560 px, also with wider text spacing', async ({ page }) => {
    await page.goto(addresses.home.es)
    for (const { address } of onePageOfEachKind)
      await look(page, address, [
        ...[390, 768, 1280, 2560].map((width) => [width, 800, 'plain'] as const),
        [1280, 800, 'spaced'],
      ])
  })
})

for (const language of publishedLanguages)
  test(`at 320 px, menu, banner and form errors fit in ${language}, and both answers can be reached`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await visit(page, addresses.contact[language])
    for (const name of [words[language].accept, words[language].refuse]) {
      const button = page.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(overflow), 'banner').toEqual([])
    await page.getByRole('button', { name: words[language].refuse, exact: true }).click()

    await page.getByRole('button', { name: words[language].send, exact: true }).click()
    await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
    expect(await page.evaluate(overflow), 'form errors').toEqual([])

    await page.getByRole('button', { name: shellOf(language).texts.navbar.menu, exact: true }).click()
    expect(await page.evaluate(overflow), 'menu').toEqual([])
  })
