import type { Violation } from '../history.ts'
import { answerMs, firstUnknownPauseMs, longestStopMs, minuteMs, secondMs } from '../numbers.ts'
import {
  type AttemptTrace,
  type ClaimTrace,
  endOf,
  firstGap,
  isWithin,
  leapsWithin,
  type MessageTrace,
  type Traces,
} from '../traces.ts'

/**
 * A mail goes out more than once only after an attempt whose outcome nobody can know, or when the operator asks for it;
 * such mails are marked, have the same Message-ID, and come after pauses that grow.
 */
export function* checkCopies(traces: Traces): Generator<Violation> {
  const owners = new Map<string, string>()
  for (const message of traces.messages.values()) {
    const { id, attempts } = message
    const mails = attempts.filter(({ dataAt }) => dataAt !== undefined)
    for (const mail of mails) {
      const { number, messageId, claim, at } = mail
      for (const earlier of mails) {
        if (earlier.claim.at >= claim.at || earlier.takenAt === undefined) continue
        const what = `mail ${number} of ${id} is a copy of mail ${earlier.number}`
        if (!isJustified(earlier, mail, traces))
          yield { rule: 'copies', what: `${what}, whose outcome could be known`, at }
        if (!mail.mayBeRepeat && (earlier.dataAt ?? Infinity) <= claim.at)
          yield { rule: 'marked', what: `${what}, and is not marked`, at }
      }
      if (messageId !== mails[0]?.messageId || (owners.get(messageId) ?? id) !== id)
        yield { rule: 'Message-ID', what: `mail ${number} of ${id} has another Message-ID`, at }
      owners.set(messageId, id)
    }
    yield* checkPauses(message, traces)
  }
}

/** Whether another attempt was right: the outcome of the earlier one could not be known, or the operator asked for it. */
function isJustified(earlier: AttemptTrace, later: AttemptTrace, traces: Traces): boolean {
  const { message, claim, over, process } = earlier
  const at = later.claim.at
  if (message.retriedAt.some((time) => isWithin(time, claim.at, at))) return true
  if (isUnknowable(earlier) && (over?.at ?? Infinity) <= at) return true
  // Once another process holds the claim, what the first one learns of its attempt comes too late.
  const takenOverAt = message.claims.find((other) => other.at > claim.at)?.at ?? at
  const { killedAt } = process
  if (killedAt !== undefined && killedAt <= takenOverAt && (claim.settled?.at ?? Infinity) > killedAt) return true
  return wasCutOff(claim, takenOverAt, traces)
}

/** The connection broke after the mail had begun, or the answer made no sense, or there was none for ten minutes. */
function isUnknowable({ dataAt, endAt, over }: AttemptTrace): boolean {
  if (dataAt === undefined || over === undefined) return false
  return over.by === 'mail server' || (over.by === 'client' && over.at - (endAt ?? dataAt) >= answerMs)
}

/**
 * Whether the holder of a claim tried to reach the store all the time in vain, so that others had to take it for dead: for
 * as long as the first pause, or 20 seconds when the clock leapt meanwhile. After two leaps within a minute no holder can
 * have renewed in time.
 */
function wasCutOff(
  { at: claimedAt, process, renewedAt, failedAt, settled }: ClaimTrace,
  at: number,
  traces: Traces,
): boolean {
  if (settled && settled.at <= at) return false
  if (leapsWithin(traces, Math.max(claimedAt, at - minuteMs), at) >= 2) return true
  const last = Math.min(at, endOf(process))
  // A stop that has used all its time does not wait for the store, even if the store was away for less than a minute.
  const isOutOfTime = last - (process.stopRequestedAt ?? Infinity) > longestStopMs - secondMs
  const isTooLate = isOutOfTime && failedAt.some((time) => isWithin(time, last - minuteMs, last))
  const reachedUntil = isTooLate ? last - minuteMs : last
  const reachedAt = renewedAt.findLast((time) => time <= reachedUntil) ?? claimedAt
  const leastMs = leapsWithin(traces, reachedAt, at) > 0 ? 20 * secondMs : firstUnknownPauseMs
  if (!isTooLate && last - reachedAt < leastMs) return false
  const tries = failedAt.filter((time) => isWithin(time, reachedAt, last)).map((time) => ({ from: time, until: time }))
  return firstGap({ from: reachedAt, until: last }, [...tries, ...process.freezes], 75 * secondMs) === undefined
}

/** 5, 10, 20 minutes … between an attempt whose outcome is unknown and the next one, by true time where no clock leapt. */
function* checkPauses({ id, attempts, claims, retriedAt }: MessageTrace, traces: Traces): Generator<Violation> {
  let unknown = 0
  for (const attempt of attempts.toSorted((a, b) => a.claim.at - b.claim.at)) {
    const { settled, renewedAt } = attempt.claim
    const isLost = attempt.dataAt !== undefined && !settled
    if (!isUnknowable(attempt) && !isLost) continue
    unknown++
    // Of a claim that was never settled, the store knows only when it was last renewed.
    const overAt = (isLost ? renewedAt.at(-1) : attempt.over?.at) ?? Infinity
    const next = claims.find(({ at }) => at > attempt.claim.at)
    if (!next || next.at < overAt || leapsWithin(traces, attempt.claim.at, next.at) > 0) continue
    if (retriedAt.some((time) => isWithin(time, attempt.claim.at, next.at))) continue
    const leastMs = firstUnknownPauseMs * 2 ** (unknown - 1)
    if (next.at - overAt < leastMs)
      yield {
        rule: 'pauses',
        what: `${id} is tried again ${next.at - overAt} ms after unknown outcome ${unknown}`,
        at: next.at,
      }
  }
}
