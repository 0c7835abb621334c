/** The one thing the site stores in a browser (docs/promises.md, consent and map): 'true' or 'false'. */
const storageKey = 'cookieConsent'

export type Consent = 'accepted' | 'refused' | 'undecided'

const listeners = new Set<() => void>()
// If the browser refuses to store, the choice holds until the document is closed, whatever was stored before.
let unstored: Consent | undefined
/** The button by which the visitor wants to choose again. */
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
  for (const listener of listeners) listener()
}

/** Asks again, until the visitor answers or closes the document. The focus goes to the question. */
export function askAgain(button: HTMLElement): void {
  askButton = button
  unstored = 'undecided'
  for (const listener of listeners) listener()
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
 * Shows the banner, or hides it. It is in every page, and an attribute of the root element shows it, also without React. The
 * focus does not vanish with the banner: it goes to the button that asked, or to what is there to read.
 */
export function showBanner(isShown: boolean): void {
  if (!isShown && document.querySelector('.cookie-banner:focus-within'))
    (askButton ?? document.getElementById('main'))?.focus({ preventScroll: true })
  document.documentElement.toggleAttribute('data-asks-consent', isShown)
}

/** Follows the choice, also when it is made in another tab, or while the page lay in the back/forward cache. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener)
  for (const event of ['storage', 'pageshow']) addEventListener(event, listener)
  return () => {
    listeners.delete(listener)
    for (const event of ['storage', 'pageshow']) removeEventListener(event, listener)
  }
}
