import { dayMs, minuteMs } from '../../shared/durations.ts'
import type { MessageState, Outcome } from './message-store.ts'

/** What decides how the delivery of a message continues. */
export type Progress = {
  state: MessageState
  /** How many attempts in a row the mail server has deferred. */
  deferrals: number
  refusals: number
  possibleCopies: number
}

/** The new progress, and the pause before the next attempt; if it is undefined, only the operator's "retry" begins another. */
export type Step = Progress & { pauseMs: number | undefined; reason: string | null }

/** A rejected message is retried each day for a week: the cause is mostly a setting that is corrected meanwhile. */
const triesAfterRefusal = 7

/** 2 s, 4 s … a quarter of an hour. */
const deferralPause = (deferrals: number) => Math.min(15 * minuteMs, 2_000 * 2 ** (deferrals - 1))

/**
 * 5, 10, 20 minutes …, without an upper limit, so that a server which accepts every mail and never confirms it gets fewer and
 * fewer copies. The first is long enough for the holder of an expired claim to settle it.
 */
const unknownPause = (possibleCopies: number) => 5 * minuteMs * 2 ** Math.min(possibleCopies - 1, 20)

/** The step that follows from an attempt's outcome. */
export function after(progress: Progress, outcome: Outcome): Step {
  switch (outcome.kind) {
    case 'sent':
      return { ...progress, state: 'delivered', deferrals: 0, pauseMs: undefined, reason: null }
    case 'away':
      return { ...progress, pauseMs: 0, reason: outcome.reason }
    case 'deferred': {
      const deferrals = progress.deferrals + 1
      return { ...progress, deferrals, pauseMs: deferralPause(deferrals), reason: outcome.reason }
    }
    case 'refused': {
      const refusals = progress.refusals + 1
      const pauseMs = refusals > triesAfterRefusal ? undefined : dayMs
      return { ...progress, state: 'refused', refusals, pauseMs, reason: outcome.reason }
    }
    case 'unknown': {
      const possibleCopies = progress.possibleCopies + 1
      const pauseMs = unknownPause(possibleCopies)
      return { ...progress, state: 'unknown', possibleCopies, pauseMs, reason: outcome.reason }
    }
  }
}

/** The step after a claim that expired: its holder was killed, or cannot reach the store. */
export const expired = (progress: Progress): Step =>
  after(progress, { kind: 'unknown', reason: 'The attempt was interrupted: it is unknown whether the mail was sent.' })

/** The progress if the holder of an expired claim continues before there is another claim: the attempt is not unknown after all. */
export function revived(progress: Progress): Progress {
  const possibleCopies = Math.max(0, progress.possibleCopies - 1)
  const state = possibleCopies > 0 ? 'unknown' : progress.refusals > 0 ? 'refused' : 'waiting'
  return { ...progress, state, possibleCopies }
}

/** The step after the operator's "retry". If the message was delivered, the second mail is marked as a copy. */
export function retried(progress: Progress): Step {
  const isSentBefore = progress.state === 'delivered'
  return {
    state: progress.state === 'unknown' ? 'unknown' : 'waiting',
    deferrals: 0,
    refusals: 0,
    possibleCopies: progress.possibleCopies + (isSentBefore ? 1 : 0),
    pauseMs: 0,
    reason: null,
  }
}
