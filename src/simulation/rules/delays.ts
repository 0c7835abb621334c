import type { Violation } from '../history.ts'
import {
  type ClaimTrace,
  endOf,
  isWithin,
  leapsWithin,
  type MessageTrace,
  type ProcessTrace,
  type Span,
  type Traces,
} from '../traces.ts'
import { dayMs, drift, firstUnknownPauseMs, longestDeferralMs, minuteMs, secondMs, triesOfRefused } from './numbers.ts'
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
  for (const trace of traces.rows.values()) {
    yield* checkFirstTry(trace, traces)
    yield* checkNextTries(trace, traces)
    for (const { row, at, renewedAt, process } of trace.claims)
      if ((renewedAt.at(-1) ?? at) - at > longestClaimMs)
        yield { rule: 'delay', what: `${process.name} holds ${row} for ever`, at: at + longestClaimMs }
    yield* checkRefused(trace, traces)
    yield* checkEnd(trace, traces)
  }
}

/** A new message does not wait for others: it is tried before any server has been free to try it for three minutes. */
function* checkFirstTry(trace: MessageTrace, traces: Traces): Generator<Violation> {
  const { row, keptAt, claims, gone, retriedAt } = trace
  const from = isStillTrapped(trace, traces, keptAt) ? (retriedAt[0] ?? Infinity) : keptAt
  const until = Math.min(claims[0]?.at ?? traces.history.endedAt, gone?.at ?? Infinity)
  if (until - from <= promptMs) return
  for (const process of traces.processes.values())
    for (const span of without([{ from, until }], obstacles(process, traces)))
      if (span.until - span.from > promptMs) {
        yield {
          rule: 'delay',
          what: `${row} was not tried, though ${process.name} could have`,
          at: span.from + promptMs,
        }
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
    ...mail.map(({ at, lastsMs }) => ({ from: at, until: at + lastsMs })),
    ...store
      .filter(({ whom }) => whom === 'all' || whom === server)
      .map(({ at, lastsMs }) => ({ from: at, until: at + lastsMs })),
    ...crowded(claims, history.endedAt),
  ]
}

/** When so many mails are under way that new ones have to wait. */
function crowded(claims: ClaimTrace[], endedAt: number): Span[] {
  const spans = claims.map(({ at, settled }) => ({ from: at, until: settled?.at ?? endedAt }))
  return spans
    .filter((span) => spans.filter(({ from, until }) => from <= span.from && until > span.from).length >= firstAtOnce)
    .map(({ from }) => ({
      from,
      // Until fewer than `firstAtOnce` of them are left.
      until:
        spans
          .filter((one) => one.from <= from && one.until > from)
          .map(({ until }) => until)
          .sort((a, b) => a - b)
          .at(-firstAtOnce) ?? from,
    }))
}

function without(spans: Span[], obstacles: Span[]): Span[] {
  return obstacles.reduce(
    (left, { from, until }) =>
      left.flatMap((span) =>
        until <= span.from || from >= span.until
          ? [span]
          : [
              { from: span.from, until: from },
              { from: until, until: span.until },
            ].filter((rest) => rest.until > rest.from),
      ),
    spans,
  )
}

/** Once the faults are over, each failed attempt is followed by another, after no more than the pause that is promised. */
function* checkNextTries(trace: MessageTrace, traces: Traces): Generator<Violation> {
  const { row, claims, retriedAt, isRetryUnsure, gone } = trace
  const { history, faultsEndAt } = traces
  let unknown = 0
  let refusals = 0
  for (const [index, claim] of claims.entries()) {
    if (retriedAt.some((at) => isWithin(at, claims[index - 1]?.at ?? 0, claim.at))) refusals = 0
    const { settled } = claim
    const outcome = settled?.outcome
    if (outcome === undefined || outcome === 'unknown') unknown++
    if (outcome === 'refused') refusals++
    if (outcome === 'sent' || (outcome === 'refused' && (refusals >= triesOfRefused || isRetryUnsure))) continue
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
    const begin = Math.max(settled?.at ?? Math.max(claim.at, ...claim.renewedAt), faultsEndAt)
    const next = claims[index + 1]?.at ?? Math.min(history.endedAt, gone?.at ?? Infinity)
    // A clock that was set back may make a pause begin anew, once.
    const mostMs = pauseMs * (1 + drift) * (leapsWithin(traces, claim.at, next) > 0 ? 2 : 1)
    if (next - begin > mostMs + promptMs + crowdMs(row, traces, begin, next))
      yield {
        rule: 'delay',
        what: `${row} waits ${next - begin} ms after it was ${outcome ?? 'left unsettled'}`,
        at: next,
      }
  }
}

/** How long others that are tried again may keep a message waiting: three slow ones take all places for them. */
function crowdMs(row: string, { attempts }: Traces, from: number, until: number): number {
  const others = [...attempts.values()].filter(
    (mail) => mail.row !== row && mail.at < until && (mail.over?.at ?? Infinity) > from,
  )
  return Math.floor(others.length / againAtOnce) * slowestMailMs
}

/** What is refused is tried again each day for a week: not sooner, unless the operator asks, and not for ever. */
function* checkRefused({ row, claims, retriedAt, isRetryUnsure }: MessageTrace, traces: Traces): Generator<Violation> {
  let refusals = 0
  for (const [index, { at, settled }] of claims.entries()) {
    const next = claims[index + 1]
    if (settled?.outcome === 'refused') refusals++
    if (!next) break
    if (retriedAt.some((time) => isWithin(time, at, next.at))) refusals = 0
    else if (settled?.outcome === 'refused' && leapsWithin(traces, settled.at, next.at) === 0) {
      if (next.at - settled.at < dayMs * (1 - drift))
        yield { rule: 'refused', what: `${row} is tried again too soon after it was refused`, at: next.at }
      if (refusals >= triesOfRefused && !isRetryUnsure)
        yield { rule: 'refused', what: `${row} is tried again after ${refusals} refusals`, at: next.at }
    }
  }
}

/** When nothing is left to be done, the mail server has every message except those that it has refused for a week. */
function* checkEnd(trace: MessageTrace, traces: Traces): Generator<Violation> {
  const { row, gone, claims, attempts, retriedAt } = trace
  const { history } = traces
  const at = history.endedAt
  // Messages that are still to be tried are checked by checkNextTries.
  if (!history.isQuiet || gone || trace.isRetryUnsure || isStillTrapped(trace, traces, at)) return
  const last = claims.at(-1)
  const settled = last?.settled
  if (settled?.outcome === 'sent' && !retriedAt.some((time) => time > settled.at)) return
  const lastRetryAt = Math.max(0, ...retriedAt)
  const refusals = claims.filter(({ settled }) => settled?.outcome === 'refused' && settled.at > lastRetryAt).length
  if (refusals >= triesOfRefused) return
  const isTaken = attempts.some((mail) => mail.takenAt !== undefined)
  yield {
    rule: 'end',
    what: `${row} is ${isTaken ? 'with the mail server, and not noted as such' : 'not with the mail server'}, and nothing is to be done`,
    at,
  }
}
