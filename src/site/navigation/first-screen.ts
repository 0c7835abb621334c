/**
 * On <html> while the browser is to work out the first screen alone (styles/base.css), so that the first frame of a page
 * that is shown from its top comes sooner. The rest follows right after that frame.
 */
export const firstScreenAttribute = 'data-first-screen'

/** For a page just drawn in place and not yet laid out. */
export function showFirstScreenFirst(): void {
  const root = document.documentElement
  root.toggleAttribute(firstScreenAttribute, true)
  requestAnimationFrame(() => setTimeout(() => root.removeAttribute(firstScreenAttribute)))
}
