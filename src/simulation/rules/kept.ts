import type { Violation } from '../history.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../numbers.ts'
import { firstGap, isThere, isWithin, leapsWithin, type MessageTrace, type Span, type Traces } from '../traces.ts'

/** Within this time the same words from a plain form are the same submission. */
const repeatWindowMs = 10 * minuteMs
/** A server looks for old messages each hour, or later if it was frozen. A briefly correct clock does not reset the count. */
const longestCheckMs = 100 * minuteMs

/** A confirmed message is stored once, until it is erased or expires. */
export function* checkKept(traces: Traces): Generator<Violation> {
  yield* checkConfirmed(traces)
  yield* checkKeptOnce(traces)
  for (const event of traces.history.events) {
    if (event.kind !== 'looks') continue
    const seen = new Set(event.messages.map(({ id }) => id))
    for (const message of traces.messages.values())
      if (isThere(message, event.at) && !seen.has(message.id))
        yield { rule: 'kept', what: `${message.id} is not there, and nobody erased it`, at: event.at }
    for (const id of seen)
      if (!isThere(traces.messages.get(id), event.at))
        yield { rule: 'kept', what: `${id} is there, though it was erased or never kept`, at: event.at }
  }
  for (const message of traces.messages.values()) yield* checkAge(message, traces)
}

function* checkConfirmed({ history, messages }: Traces): Generator<Violation> {
  for (const event of history.events) {
    const { at } = event
    if (event.kind === 'gets answer' && (event.answer === 'kept' || event.answer === 'repeat'))
      if ((messages.get(event.message ?? '')?.keptAt ?? Infinity) > at)
        yield { rule: 'kept', what: `form ${event.form} was confirmed before it was kept`, at }
    if (event.kind === 'keeps' && event.outcome === 'repeat' && !isThere(messages.get(event.message), at))
      yield { rule: 'kept', what: `form ${event.form} was taken for a repeat of what is not there`, at }
  }
}

function* checkKeptOnce(traces: Traces): Generator<Violation> {
  const { history, messages } = traces
  for (const event of history.events) {
    if (event.kind !== 'keeps') continue
    const { at, form } = event
    const isPlain = history.scenario.forms[form]?.kind === 'plain'
    const knowsTime = (keptAt: number) => leapsWithin(traces, keptAt, at) === 0
    if (event.outcome === 'kept') {
      const isSame = ({ keptAt }: MessageTrace) => !isPlain || (at - keptAt < repeatWindowMs && knowsTime(keptAt))
      const earlier = [...messages.values()].find(
        (other) => other.id !== event.message && other.form === form && isThere(other, at) && isSame(other),
      )
      if (earlier) yield { rule: 'kept once', what: `${event.message} is a second copy of ${earlier.id}`, at }
    } else if (isPlain) {
      const { keptAt } = messages.get(event.message) ?? { keptAt: at }
      if (at - keptAt > repeatWindowMs + secondMs && knowsTime(keptAt))
        yield { rule: 'kept once', what: `form ${form} is no repeat of ${event.message}: it came too long after`, at }
    }
  }
}

/** The automatic purge erases what is too old, and nothing within a day in which only a wrong clock made it look too old. */
function* checkAge(message: MessageTrace, { leaps, history, faultsEndAt }: Traces): Generator<Violation> {
  const { id, keptAt, gone } = message
  const retentionMs = history.scenario.retentionDays * dayMs
  if (gone?.isPurged && gone.at - keptAt < retentionMs) {
    const day = { from: gone.at - dayMs, until: gone.at }
    const looked = spansTooOld(message, retentionMs, leaps)
    if (firstGap(day, looked, longestCheckMs) !== undefined)
      yield { rule: 'purge', what: `${id} was purged before its time`, at: gone.at }
  }
  const expiresAt = keptAt + retentionMs
  const isDue = history.endedAt > Math.max(expiresAt, faultsEndAt) + dayMs + 3 * hourMs
  if (!gone && leaps.length === 0 && isDue)
    yield { rule: 'purge', what: `${id} is older than it may get`, at: history.endedAt }
}

/** When a message that is gone was too old by the store's clock. */
function spansTooOld({ keptAt, keptClock, gone }: MessageTrace, retentionMs: number, leaps: Traces['leaps']): Span[] {
  let until = gone?.at ?? keptAt
  let ageMs = (gone?.clock ?? keptClock) - keptClock
  return [{ at: keptAt, byMs: 0 }, ...leaps.filter(({ at }) => isWithin(at, keptAt, until))]
    .reverse()
    .map(({ at, byMs }) => {
      const span = { from: Math.max(at, until - (ageMs - retentionMs)), until }
      ageMs -= until - at + byMs
      until = at
      return span
    })
    .filter((span) => span.from < span.until)
}
