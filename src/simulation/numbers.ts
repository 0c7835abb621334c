import { minuteMs } from '../shared/durations.ts'

export { dayMs, hourMs, minuteMs, secondMs } from '../shared/durations.ts'

/** The store's clock runs up to a thousandth fast or slow (scenario.ts); the rules allow twice that. */
export const drift = 0.002

/** How long the mail server may take after the end of the data (RFC 5321 section 4.5.3.2.6). */
export const answerMs = 10 * minuteMs

/** The pauses that are promised (docs/decisions, 14). */
export const firstUnknownPauseMs = 5 * minuteMs
export const longestDeferralMs = 15 * minuteMs
/** A refused message is tried once, and then daily for a week. */
export const triesOfRefused = 8

/** How long a planned stop may take (docs/operating.md). */
export const longestStopMs = 11 * minuteMs
