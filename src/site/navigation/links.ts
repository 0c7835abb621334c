/** Calls `follow` for each plain click on a link to another page of the site, and for each search in the register. */
export function interceptLinks(follow: (url: URL) => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.method !== 'get') return
    event.preventDefault()
    const words = new FormData(form) as unknown as Record<string, string>
    follow(new URL(`?${new URLSearchParams(words)}`, form.action))
  })
  document.addEventListener('click', (event) => {
    const link = pageLinkAt(event.target)
    if (!link || event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    follow(new URL(link.href))
  })
}

/**
 * Calls `prepare` when a visitor is about to follow a link: a pointer over it, a finger on it, the focus in it. Also for
 * the link under the pointer at the start: pointing at it may have hydrated the page.
 */
export function onLinkIntent(prepare: (url: URL) => void): void {
  const prepareLinkAt = (target: EventTarget | null) => {
    const link = pageLinkAt(target)
    if (link) prepare(new URL(link.href))
  }
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => prepareLinkAt(target), { passive: true })
  for (const link of document.querySelectorAll('a:is(:hover, :focus)')) prepareLinkAt(link)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click is a plain one: with a key or another button, it may open another tab, or save. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** The link to another page of the site that an event happened on. */
function pageLinkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link?.href || link.target || link.download || link.origin !== location.origin) return
  // The feed is a file, as a table and a picture are: no address of a page ends so.
  if (/\.[a-z]+$/.test(link.pathname)) return
  const isFragment = link.pathname === location.pathname && link.hash !== ''
  return isFragment ? undefined : link
}
