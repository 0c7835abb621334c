import { minuteMs } from '../shared/durations.ts'

export { dayMs, hourMs, minuteMs, secondMs } from '../shared/durations.ts'

/** How long the mail server may take after the end of the data (RFC 5321 section 4.5.3.2.6). */
export const answerMs = 10 * minuteMs

/** The pauses that are promised (docs/decisions, 14). */
export const firstUnknownPauseMs = 5 * minuteMs
/** A rejected message is tried once, and then daily for a week. */
export const triesOfRejected = 8

/** How long a planned stop may take (docs/operating.md). */
export const longestStopMs = 11 * minuteMs
