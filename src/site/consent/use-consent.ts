import { useSyncExternalStore } from 'react'
import { type Consent, readConsent, subscribeToConsent } from './consent.ts'

/**
 * The visitor's choice; 'unknown' in HTML made by the build, which cannot know it. Use it as deep in the page as possible: a
 * component that uses it is rendered twice when the page is hydrated.
 */
export function useConsent(): Consent | 'unknown' {
  return useSyncExternalStore<Consent | 'unknown'>(subscribeToConsent, readConsent, () => 'unknown')
}
