/** The one thing the site stores in a browser (docs/promises.md, consent and map): 'true' or 'false'. */
const storageKey = 'cookieConsent'

export type Consent = 'accepted' | 'refused' | 'undecided'

// If the browser cannot store the choice, it applies until the document is closed, whatever was stored before.
let unstored: Consent | undefined
/** The button by which the visitor asked to choose again. */
let askButton: HTMLElement | undefined

export function readConsent(): Consent {
  if (unstored) return unstored
  try {
    const stored = localStorage.getItem(storageKey)
    if (stored === 'true') return 'accepted'
    if (stored === 'false') return 'refused'
  } catch {
    // No storage, and so no choice yet.
  }
  return 'undecided'
}

export function decideConsent(isAccepted: boolean): void {
  unstored = storeConsent(isAccepted) ? undefined : isAccepted ? 'accepted' : 'refused'
  dispatchEvent(new Event('storage'))
}

/** Asks again, and moves the focus to the question. */
export function askAgain(button: HTMLElement): void {
  askButton = button
  unstored = 'undecided'
  dispatchEvent(new Event('storage'))
  showBanner(true)
  document.querySelector<HTMLElement>('.cookie-banner')?.focus()
}

/** @returns whether the browser lets the choice be stored */
export function storeConsent(isAccepted: boolean): boolean {
  try {
    localStorage.setItem(storageKey, String(isAccepted))
    return true
  } catch {
    return false
  }
}

/**
 * Shows the banner, or hides it, with or without React: an attribute of the root element shows it. When the banner is
 * hidden, the focus moves to the button that opened it, or else to the page's content.
 */
export function showBanner(isShown: boolean): void {
  if (!isShown && document.querySelector('.cookie-banner:focus-within'))
    (askButton ?? document.getElementById('main'))?.focus({ preventScroll: true })
  document.documentElement.toggleAttribute('data-asks-consent', isShown)
}

/**
 * Subscribes to the choice, which may also be made in another tab, or while the page is in the back/forward cache. Browsers send
 * `storage` to the other tabs only; this module sends it to its own.
 */
export function subscribeToConsent(listener: () => void): () => void {
  for (const event of ['storage', 'pageshow']) addEventListener(event, listener)
  return () => {
    for (const event of ['storage', 'pageshow']) removeEventListener(event, listener)
  }
}
