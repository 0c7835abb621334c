/** The one thing the site stores in a browser (docs/promises.md, consent and map): 'true' or 'false'. */
const storageKey = 'cookieConsent'

/** The visitor's choice as it is stored; '' while there is none. */
export type Consent = 'true' | 'false' | ''

// A choice that the browser cannot store, or the wish to choose again. It applies until the document is closed, whatever is stored.
let unstored: Consent | undefined

export function readConsent(): Consent {
  if (unstored !== undefined) return unstored
  try {
    const stored = localStorage.getItem(storageKey)
    if (stored === 'true' || stored === 'false') return stored
  } catch {
    // No storage, and so no choice yet.
  }
  return ''
}

/** Stores the choice; '' asks for it again. */
export function decideConsent(consent: Consent): void {
  unstored = consent
  if (consent === '') return
  try {
    localStorage.setItem(storageKey, consent)
    unstored = undefined
  } catch {
    // It is not stored.
  }
}
