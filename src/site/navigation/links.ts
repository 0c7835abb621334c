/** Calls `follow` for each plain click on a link to another page of the site; all other clicks stay the browser's. */
export function interceptLinks(follow: (url: URL) => void): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = pageLinkOf(event)
    if (!link) return
    event.preventDefault()
    follow(new URL(link.href))
  })
}

/** Calls `prepare` when a visitor is about to follow a link: a pointer over it, a finger on it, the focus in it. */
export function foreseeLinks(prepare: (url: URL) => void): void {
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(
      sign,
      (event) => {
        const link = pageLinkOf(event)
        if (link) prepare(new URL(link.href))
      },
      { passive: true },
    )
}

function pageLinkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.download || link.origin !== location.origin) return undefined
  const isFragment = link.pathname === location.pathname && link.hash !== ''
  return isFragment ? undefined : link
}
