import type { Frame } from '@playwright/test'
import { type Language, publishedLanguages } from '../../src/shared/languages.ts'
import { addresses, allPages, onePageOfEachKind, unknownAddresses } from '../support/addresses.ts'
import { burger, languageLink } from '../support/find.ts'
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

type State = [width: number, height: number, style: keyof typeof styles]
/** What 400 % zoom leaves of 1280 × 1024 px, for the words of every page. */
const ofEachPage: State[] = [[320, 256, 'spaced']]
const ofEachKind: State[] = [
  [1280, 800, 'doubled'],
  [1280, 800, 'spaced'],
  ...[390, 768, 1280, 2560].map((width): State => [width, 800, 'plain']),
]

/** In the frame: shows a page there, without its scripts. */
async function show(address: string): Promise<void> {
  const html = await (await fetch(address)).text()
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  for (const script of documentElement.querySelectorAll('script')) script.remove()
  document.documentElement.replaceWith(documentElement)
}

/** In the frame: gives it a size, and its document a style. */
async function change([width, height, style]: readonly [number, number, string]): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
  Object.assign(window.frameElement as HTMLIFrameElement, { width, height })
  await document.fonts.ready
}

test.describe('on all pages, and in more sizes on one of each kind', () => {
  test.use({ bypassCSP: true })

  test('nothing scrolls sideways, breaks a telephone number or cuts words off', async ({ page, allowed }) => {
    allowed.console(/^Failed to load resource: the server responded with a status of 404/)
    await page.goto(addresses.home.es)
    // A window would draw each page in each of its sizes, which takes longest.
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.style.visibility = 'hidden'
      document.body.replaceChildren(frame)
    })
    const frame = page.frames().at(-1) as Frame
    for (const address of [
      ...allPages.flatMap((key) => Object.values(addresses[key])),
      ...Object.values(unknownAddresses),
    ]) {
      await frame.evaluate(show, address)
      const isOfItsKind = onePageOfEachKind.some((each) => each.address === address)
      for (const [width, height, style] of [...ofEachPage, ...(isOfItsKind ? ofEachKind : [])]) {
        await frame.evaluate(change, [width, height, styles[style]] as const)
        const found = [await frame.evaluate(overflow), style === 'spaced' ? await frame.evaluate(cutOff) : []]
        expect(found, `${address} at ${width} px, ${style}`).toEqual([[], []])
      }
    }
  })
})

test('at 320 px, menu, banner and form errors fit in each language, and both answers can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  /** Ends in the language in which it began. */
  const inEachLanguage = async (look: (language: Language) => Promise<void>) => {
    for (const [index, language] of publishedLanguages.entries()) {
      await look(language)
      const next = publishedLanguages[(index + 1) % publishedLanguages.length] ?? language
      await languageLink(page, language, next).click()
      await expect(page.locator('html')).toHaveAttribute('lang', next)
    }
  }
  const [first = 'es'] = publishedLanguages
  await visit(page, addresses.contact[first])
  await inEachLanguage(async (language) => {
    for (const name of [words[language].accept, words[language].refuse]) {
      const button = page.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(overflow), 'banner').toEqual([])
  })
  for (const name of [words[first].refuse, words[first].send])
    await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
  await inEachLanguage(async (language) => {
    expect(await page.evaluate(overflow), 'form errors').toEqual([])
    await burger(page, language).click()
    expect(await page.evaluate(overflow), 'menu').toEqual([])
    await page.keyboard.press('Escape')
  })
})
