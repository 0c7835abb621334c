import type { Violation } from '../history.ts'
import {
  type AttemptTrace,
  type ClaimTrace,
  endOf,
  isWithin,
  leapsWithin,
  type MessageTrace,
  type Span,
  type Traces,
} from '../traces.ts'
import { answerMs, drift, firstUnknownPauseMs, longestStopMs, minuteMs, secondMs } from './numbers.ts'

/**
 * A mail goes out more than once only after an attempt whose outcome nobody can know, or when the operator asks for it;
 * such mails are marked, have the same Message-ID, and come after pauses that grow.
 */
export function* checkCopies(traces: Traces): Generator<Violation> {
  const owners = new Map<string, string>()
  for (const trace of traces.rows.values()) {
    const mails = trace.attempts.filter(({ dataAt }) => dataAt !== undefined)
    for (const mail of mails) {
      for (const earlier of mails) {
        if (earlier.claim.at >= mail.claim.at || earlier.takenAt === undefined) continue
        if (!isJustified(earlier, mail, trace, traces))
          yield {
            rule: 'copies',
            what: `mail ${mail.number} of ${trace.row} is a copy of mail ${earlier.number}, whose outcome could be known`,
            at: mail.at,
          }
        if (!mail.mayBeRepeat && (earlier.dataAt ?? Infinity) <= mail.claim.at)
          yield {
            rule: 'marked',
            what: `mail ${mail.number} of ${trace.row} is a copy, and is not marked`,
            at: mail.at,
          }
      }
      if (mail.messageId !== mails[0]?.messageId || (owners.get(mail.messageId) ?? trace.row) !== trace.row)
        yield { rule: 'Message-ID', what: `mail ${mail.number} of ${trace.row} has another Message-ID`, at: mail.at }
      owners.set(mail.messageId, trace.row)
    }
    yield* checkPauses(trace, traces)
  }
}

/** Whether another attempt was right: the outcome of the earlier one could not be known, or the operator asked for it. */
function isJustified(earlier: AttemptTrace, later: AttemptTrace, trace: MessageTrace, traces: Traces): boolean {
  const { claim, over, process } = earlier
  const at = later.claim.at
  if (trace.retriedAt.some((time) => isWithin(time, claim.at, at))) return true
  if (isUnknowable(earlier) && (over?.at ?? Infinity) <= at) return true
  // Once another process holds the claim, what the first one learns of its attempt comes too late.
  const takenOverAt = trace.claims.find((other) => other.at > claim.at)?.at ?? at
  const { killedAt } = process
  if (killedAt !== undefined && killedAt <= takenOverAt && (claim.settled?.at ?? Infinity) > killedAt) return true
  return wasCutOff(claim, takenOverAt, traces)
}

/** The connection broke after the mail had begun, or the answer made no sense, or there was none for ten minutes. */
export function isUnknowable({ dataAt, endAt, over }: AttemptTrace): boolean {
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
  return isCovered({ from: reachedAt, until: last }, [...tries, ...process.freezes], 75 * secondMs)
}

/** Whether a span has no gap that is longer than that between the parts. */
function isCovered({ from, until }: Span, parts: Span[], longestGapMs: number): boolean {
  let reached = from
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.from - reached > longestGapMs) break
    reached = Math.max(reached, part.until)
  }
  return until - reached <= longestGapMs
}

/** 5, 10, 20 minutes … between an attempt whose outcome is unknown and the next one, by true time where no clock leapt. */
function* checkPauses({ row, attempts, claims, retriedAt }: MessageTrace, traces: Traces): Generator<Violation> {
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
    const leastMs = firstUnknownPauseMs * 2 ** (unknown - 1) * (1 - drift)
    if (next.at - overAt < leastMs)
      yield {
        rule: 'pauses',
        what: `${row} is tried again ${next.at - overAt} ms after unknown outcome ${unknown}`,
        at: next.at,
      }
  }
}
