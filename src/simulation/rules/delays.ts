import type { Violation } from '../history.ts'
import { dayMs, drift, firstUnknownPauseMs, longestDeferralMs, minuteMs, secondMs, triesOfRefused } from '../numbers.ts'
import type { FaultWindow } from '../scenario.ts'
import {
  type ClaimTrace,
  endOf,
  firstGap,
  isWithin,
  leapsWithin,
  type MessageTrace,
  type ProcessTrace,
  type Span,
  type Traces,
} from '../traces.ts'
import { isStillTrapped } from './visible.ts'

/** How soon a message is tried once nothing is in its way, whatever other messages do, and whatever the clock shows. */
export const promptMs = 3 * minuteMs
/** How many new messages, and how many tried again, a server mails at once: when all are slow, others have to wait. */
const firstAtOnce = 6
const againAtOnce = 3
/** Until a claim that nobody renews is taken for abandoned: a minute and a half, and then until somebody looks. */
const abandonedMs = 2 * minuteMs
const slowestMailMs = 21 * minuteMs
/** No mail, and no fault of the store in these histories, lasts so long. */
const longestClaimMs = 100 * minuteMs

export function* checkDelays(traces: Traces): Generator<Violation> {
  for (const message of traces.messages.values()) {
    yield* checkFirstTry(message, traces)
    yield* checkNextTries(message, traces)
    for (const { at, renewedAt, process } of message.claims)
      if ((renewedAt.at(-1) ?? at) - at > longestClaimMs)
        yield { rule: 'delay', what: `${process.name} holds ${message.id} for ever`, at: at + longestClaimMs }
    yield* checkEnd(message, traces)
  }
}

/** A new message does not wait for others: it is tried before any server has been free to try it for three minutes. */
function* checkFirstTry(message: MessageTrace, traces: Traces): Generator<Violation> {
  const { id, keptAt, claims, gone, retriedAt } = message
  const from = isStillTrapped(message, traces, keptAt) ? (retriedAt[0] ?? Infinity) : keptAt
  const until = Math.min(claims[0]?.at ?? traces.history.endedAt, gone?.at ?? Infinity)
  if (until - from <= promptMs) return
  for (const process of traces.processes.values()) {
    const freeFrom = firstGap({ from, until }, obstacles(process, traces), promptMs)
    if (freeFrom === undefined) continue
    yield { rule: 'delay', what: `${id} was not tried, though ${process.name} could have`, at: freeFrom + promptMs }
    return
  }
}

/** When a server cannot be expected to begin with new messages. */
function obstacles(process: ProcessTrace, { history }: Traces): Span[] {
  const { startedAt, stopRequestedAt = Infinity, freezes, claims, server } = process
  const { mail, store } = history.scenario
  const end = Math.min(endOf(process), stopRequestedAt)
  return [
    { from: -Infinity, until: startedAt },
    { from: end, until: Infinity },
    ...freezes,
    ...mail.map(spanOf),
    ...store.filter(({ whom }) => whom === 'all' || whom === server).map(spanOf),
    ...crowded(claims, history.endedAt),
  ]
}

const spanOf = ({ at, lastsMs }: FaultWindow): Span => ({ from: at, until: at + lastsMs })

/** When so many mails are under way that new ones have to wait: one, until it is known that an absent mail server is back. */
function crowded(claims: ClaimTrace[], endedAt: number): Span[] {
  const spans = claims.map(({ at, settled }) => ({ from: at, until: settled?.at ?? endedAt }))
  const settled = claims.flatMap(({ settled }) => settled ?? []).sort((a, b) => a.at - b.at)
  return spans.flatMap(({ from }) => {
    const isAway = settled.findLast(({ at }) => at <= from)?.outcome === 'away'
    const ends = spans.filter((one) => one.from <= from && one.until > from).map(({ until }) => until)
    const until = ends.sort((a, b) => a - b).at(isAway ? -1 : -firstAtOnce)
    return until === undefined ? [] : [{ from, until }]
  })
}

/**
 * Once the faults are over, each failed attempt is followed by another, after no more than the pause that is promised. What is
 * refused is tried again each day for a week: not sooner, unless the operator asks, and not for ever.
 */
function* checkNextTries(message: MessageTrace, traces: Traces): Generator<Violation> {
  const { id, claims, retriedAt, isRetryUnsure, gone } = message
  const { history, faultsEndAt } = traces
  let unknown = 0
  let refusals = 0
  for (const [index, claim] of claims.entries()) {
    const next = claims[index + 1]
    const nextAt = next?.at ?? Math.min(history.endedAt, gone?.at ?? Infinity)
    const hasLeapt = leapsWithin(traces, claim.at, nextAt) > 0
    const isAsked = retriedAt.some((at) => isWithin(at, claim.at, nextAt))
    if (retriedAt.some((at) => isWithin(at, claims[index - 1]?.at ?? 0, claim.at))) refusals = 0
    const { settled } = claim
    const outcome = settled?.outcome
    if (outcome === undefined || outcome === 'unknown') unknown++
    if (outcome === 'refused') refusals++
    const isLastTry = outcome === 'refused' && (refusals >= triesOfRefused || isRetryUnsure)
    if (next && settled?.outcome === 'refused' && !isAsked && !hasLeapt) {
      if (nextAt - settled.at < dayMs * (1 - drift))
        yield { rule: 'refused', what: `${id} is tried again too soon after it was refused`, at: nextAt }
      if (isLastTry && !isRetryUnsure)
        yield { rule: 'refused', what: `${id} is tried again after ${refusals} refusals`, at: nextAt }
    }
    if (outcome === 'sent' || isLastTry) continue
    // Each retry by the operator counts as a possible copy too, and doubles the pause.
    const copies = unknown + retriedAt.filter((at) => at <= claim.at).length
    const unknownMs = firstUnknownPauseMs * 2 ** (copies - 1)
    const pauseMs = {
      unsettled: abandonedMs + unknownMs,
      unknown: unknownMs,
      refused: dayMs,
      deferred: longestDeferralMs,
      away: 90 * secondMs,
    }[outcome ?? 'unsettled']
    const waitsMs = nextAt - Math.max(settled?.at ?? Math.max(claim.at, ...claim.renewedAt), faultsEndAt)
    // A clock that was set back may make a pause begin anew, once.
    const mostMs = pauseMs * (1 + drift) * (hasLeapt ? 2 : 1) + promptMs
    if (waitsMs > mostMs + crowdMs(message, traces, nextAt - waitsMs, nextAt))
      yield { rule: 'delay', what: `${id} waits ${waitsMs} ms after it was ${outcome ?? 'left unsettled'}`, at: nextAt }
  }
}

/** How long others that are tried again may keep a message waiting: three slow ones take all the room for them. */
function crowdMs(message: MessageTrace, { attempts }: Traces, from: number, until: number): number {
  const others = [...attempts.values()].filter(
    (mail) => mail.message !== message && mail.at < until && (mail.over?.at ?? Infinity) > from,
  )
  return Math.floor(others.length / againAtOnce) * slowestMailMs
}

/** When nothing is left to be done, the mail server has every message except those that it has refused for a week. */
function* checkEnd(message: MessageTrace, traces: Traces): Generator<Violation> {
  const { id, gone, claims, attempts, retriedAt, isRetryUnsure } = message
  const { isQuiet, endedAt: at } = traces.history
  // Messages that are still to be tried are checked by checkNextTries.
  if (!isQuiet || gone || isRetryUnsure || isStillTrapped(message, traces, at)) return
  const settled = claims.at(-1)?.settled
  if (settled?.outcome === 'sent' && !retriedAt.some((time) => time > settled.at)) return
  const lastRetryAt = Math.max(0, ...retriedAt)
  const refusals = claims.filter(({ settled }) => settled?.outcome === 'refused' && settled.at > lastRetryAt).length
  if (refusals >= triesOfRefused) return
  const isTaken = attempts.some((mail) => mail.takenAt !== undefined)
  const where = isTaken ? 'with the mail server, and not recorded as such' : 'not with the mail server'
  yield { rule: 'end', what: `${id} is ${where}, and nothing is to be done`, at }
}
