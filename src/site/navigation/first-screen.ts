/**
 * What begins below the page's heading and its first paragraphs. Bands are left out: they paint beyond their own box, and
 * `content-visibility` would cut that off.
 */
const below = ['main > :nth-child(n + 2)', 'main > * > :nth-child(n + 3)', '.prose > :nth-child(n + 4)', 'footer > *']
  .map((place) => `${place}:not(.band, .prose)`)
  .join()

/**
 * Lets the browser work out the first screen of a page alone, so that a click is answered at once; the rest follows right
 * after that frame. For a page just drawn and not yet laid out, that is shown from its top.
 */
export function showFirstScreenFirst(): void {
  const parts = document.querySelectorAll<HTMLElement>(below)
  // Reckoned as three screens high, each part keeps the next ones out of view, and so out of the browser's work.
  for (const { style } of parts) style.cssText = 'content-visibility: auto; contain-intrinsic-block-size: 300vb'
  requestAnimationFrame(() =>
    setTimeout(() => {
      // Chromium removes the attribute whole only once it has been asked for.
      for (const part of parts) if (part.hasAttribute('style')) part.removeAttribute('style')
    }),
  )
}
