import { whenIdle } from './idle.ts'

/** Calls `follow` for each plain click on a link to another page of the site; all other clicks stay the browser's. */
export function interceptLinks(follow: (url: URL) => void): void {
  document.addEventListener('click', (event) => {
    const link = clickedPageLink(event)
    if (!link) return
    event.preventDefault()
    follow(new URL(link.href))
  })
}

/** Calls `prepare` when a visitor is about to follow a link: a pointer over it, a finger on it, the focus in it. */
export function onLinkIntent(prepare: (url: URL) => void): void {
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

/**
 * Calls `prepare` for each link that comes into view, when the browser is idle.
 * @returns what has to be called again when other links stand on the page
 */
export function onLinkInView(prepare: (url: URL) => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      whenIdle(() => prepare(new URL((target as HTMLAnchorElement).href)))
    }
  })
  return () =>
    whenIdle(() => {
      observer.disconnect()
      for (const link of document.querySelectorAll('a')) if (isPageLink(link)) observer.observe(link)
    })
}

/** The link to another page of the site that a plain click is on: without a key held, with the first button. */
export function clickedPageLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
  return defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey ? undefined : pageLinkOf(event)
}

function pageLinkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  return link && isPageLink(link) ? link : undefined
}

function isPageLink(link: HTMLAnchorElement): boolean {
  if (!link.href || link.target || link.download || link.origin !== location.origin) return false
  const isFragment = link.pathname === location.pathname && link.hash !== ''
  return !isFragment
}
