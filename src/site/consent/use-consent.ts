import { useSyncExternalStore } from 'react'
import { type Consent, readConsent, subscribeToConsent } from './consent.ts'

/**
 * The visitor's choice; 'unknown' in HTML made by the build, which cannot know it. Used as deep in the page as can be:
 * what uses it is drawn twice when the page is hydrated.
 */
export function useConsent(): Consent | 'unknown' {
  return useSyncExternalStore<Consent | 'unknown'>(subscribeToConsent, readConsent, () => 'unknown')
}
