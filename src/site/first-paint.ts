import { firstScreenAttribute } from './navigation/first-screen.ts'

/** On <html> until the site's own fonts may be used (styles/base.css). */
export const fallbackFontsAttribute = 'data-fallback-fonts'

/** How long the first paint waits for more of the document. */
const paintTimeoutMs = 2_000

/** Screens on which parts of a page may be three in a row. */
const columns = '(min-width: 36rem)'

/**
 * Makes the first paint of a document early and stable. Runs in the head.
 * @returns once words have been painted
 */
export function preparePaint(isFromThisSite: boolean, isAtTop: boolean): Promise<void> {
  const root = document.documentElement
  // The first paint waits until the header has been parsed, and if there is room for columns, the whole page: otherwise the rest
  // would move what is painted. #main follows the header, #site is the last element (HTML, link type "expect").
  const next = Object.assign(document.createElement('link'), { rel: 'expect', blocking: 'render' })
  next.href = matchMedia(columns).matches ? '#site' : '#main'
  document.head.append(next)
  setTimeout(() => next.remove(), paintTimeoutMs)

  // A page that opens at its top is painted before the browser lays out what is below the first screen.
  root.toggleAttribute(firstScreenAttribute, isAtTop)

  // Headings are drawn in a fallback font of the same width until their own has loaded, after the first paint that shows
  // words. A visitor who comes from another page of the site has it in the cache.
  root.toggleAttribute(fallbackFontsAttribute, !isFromThisSite)
  return new Promise((resolve) =>
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      root.removeAttribute(firstScreenAttribute)
      resolve()
      const showOwnFonts = () => root.removeAttribute(fallbackFontsAttribute)
      document.fonts.load('600 1em Heading', document.title).then(showOwnFonts, () => undefined)
    }).observe({ type: 'paint', buffered: true }),
  )
}
