import { publishedLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages, unknownAddresses } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/test.ts'
import { decideEarlier, visit } from '../support/visit.ts'
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

/** The spacing that a reader may ask for (WCAG 2.2, 1.4.12), by a style sheet of the reader's own. */
const spaceOut = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** Larger text in the same window, as in browsers that can zoom only text. */
const doubleText = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 32px !important }')
  document.adoptedStyleSheets = [sheet]
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

for (const language of publishedLanguages)
  test(`no page in ${language} scrolls sideways or breaks a telephone number, from 320 to 2,560 px, nor with wider text spacing, which cuts nothing off, nor with text alone at 200 %`, async ({
    page,
    allowed,
  }) => {
    test.slow()
    allowed.console(/^Failed to load resource/)
    await decideEarlier(page, 'false')
    for (const address of [...allPages.map((key) => addresses[key][language]), unknownAddresses[language]]) {
      await page.goto(address)
      for (const width of [320, 390, 768, 1280, 2560]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(overflow), `${address} at ${width} px`).toEqual([])
      }
      await page.evaluate(spaceOut)
      // 320 × 256 px is what 400 % zoom leaves of 1280 × 1024 px.
      for (const [width, height] of [
        [1280, 800],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await page.evaluate(overflow), `${address} at ${width} px, spaced`).toEqual([])
        expect(await page.evaluate(cutOff), `${address} at ${width} px, spaced`).toEqual([])
      }
      await page.evaluate(doubleText)
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await page.evaluate(overflow), `${address}, its text alone at 200 %`).toEqual([])
    }
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
