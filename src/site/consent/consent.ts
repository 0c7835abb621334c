/** The one thing the site stores in a browser (SPEC.md section 3): 'true' or 'false'. */
const storageKey = 'cookieConsent'

export type Consent = 'accepted' | 'refused' | 'undecided'

const listeners = new Set<() => void>()
// Where the browser refuses to store, the choice holds until the document is closed, whatever was stored before.
let unstored: Consent | undefined

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
  try {
    localStorage.setItem(storageKey, String(isAccepted))
    unstored = undefined
  } catch {
    unstored = isAccepted ? 'accepted' : 'refused'
  }
  for (const listener of listeners) listener()
}

/** Follows the choice, also when it is made in another tab. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
