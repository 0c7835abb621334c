import type { Violation } from '../history.ts'
import { answerMs, longestStopMs, minuteMs, secondMs } from '../numbers.ts'
import { type ClaimTrace, isThere, type ProcessTrace, type Traces } from '../traces.ts'

/** How long a stop may take after its last mail has ended. */
const quickStopMs = 30 * secondMs

/** A planned stop ends in time, and leaves nothing unknown that could be known. */
export function* checkStops(traces: Traces): Generator<Violation> {
  for (const process of traces.processes.values()) {
    const { name, stopRequestedAt, killedAt, exit, freezes } = process
    if (stopRequestedAt === undefined || killedAt !== undefined) continue
    const frozenMs = freezes.reduce(
      (sum, { from, until }) => sum + Math.max(0, until - Math.max(from, stopRequestedAt)),
      0,
    )
    const at = exit?.at ?? traces.history.endedAt
    const tookMs = at - stopRequestedAt - frozenMs
    if (tookMs > longestStopMs + 10 * secondMs) yield { rule: 'stop', what: `${name} took ${tookMs} ms to stop`, at }
    if (!exit) continue
    const mails = [...traces.attempts.values()].filter((mail) => mail.process === process)
    for (const { number, dataAt, endAt, over } of mails)
      if (dataAt !== undefined && (over?.at ?? Infinity) > at && at - (endAt ?? dataAt) < answerMs)
        yield { rule: 'stop', what: `${name} stopped in the middle of mail ${number}`, at }
    if (hasTrouble(process, stopRequestedAt, at, traces)) continue
    if (exit.result !== 'finished') yield { rule: 'stop', what: `${name} gave up without a reason`, at }
    const last = Math.max(stopRequestedAt, ...mails.map(({ over }) => (over && over.at <= at ? over.at : 0)))
    if (at - last > quickStopMs) yield { rule: 'stop', what: `${name} waited ${at - last} ms for nothing`, at }
    for (const claim of process.claims)
      if (!claim.settled && mails.some((mail) => mail.claim === claim) && isLast(claim, at))
        yield { rule: 'stop', what: `${name} stopped and left ${claim.message.id} unsettled`, at }
  }
}

/** Whether the store failed for this server meanwhile, or the server was frozen. */
function hasTrouble(
  { name, freezes, server }: ProcessTrace,
  from: number,
  until: number,
  { history }: Traces,
): boolean {
  return (
    freezes.some((span) => span.until > from && span.from < until) ||
    history.scenario.store.some(
      ({ at, lastsMs, whom }) => at < until && at + lastsMs > from - minuteMs && (whom === 'all' || whom === server),
    ) ||
    history.events.some(
      (event) => event.kind === 'fails' && event.process === name && event.at >= from && event.at <= until,
    )
  )
}

/** Whether nobody else has taken over since, and the message is still there. */
const isLast = (claim: ClaimTrace, at: number): boolean =>
  claim.message.claims.findLast((other) => other.at <= at) === claim && isThere(claim.message, at)
