/**
 * On <html> while the browser lays out only the first screen (styles/base.css), so that the first frame of a page that is shown
 * from its top comes sooner. The rest is laid out right after that frame.
 */
export const firstScreenAttribute = 'data-first-screen'

/** For a page that was rendered in place and is not laid out yet. */
export function showFirstScreenFirst(): void {
  const root = document.documentElement
  root.toggleAttribute(firstScreenAttribute, true)
  requestAnimationFrame(() => setTimeout(() => root.removeAttribute(firstScreenAttribute)))
}
