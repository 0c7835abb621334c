import type { Violation } from '../history.ts'
import { isWithin, leapsWithin, type RowStory, type Stories } from '../stories.ts'
import { dayMs, drift, hourMs, minuteMs } from './numbers.ts'

/** Within this time the same words from a plain form are the same submission. */
const repeatWindowMs = 10 * minuteMs

/** An acknowledged message is kept, exactly once, until it is erased on purpose or for its age. */
export function* checkKept(stories: Stories): Generator<Violation> {
  yield* checkAcknowledged(stories)
  yield* checkKeptOnce(stories)
  for (const event of stories.history.events) {
    if (event.kind !== 'looks') continue
    const seen = new Set(event.rows.map(({ row }) => row))
    for (const story of stories.rows.values())
      if (isThere(story, event.at) && !seen.has(story.row))
        yield { rule: 'kept', what: `${story.row} is not there, and nobody erased it`, at: event.at }
    for (const row of seen)
      if (!isThere(stories.rows.get(row), event.at))
        yield { rule: 'kept', what: `${row} is there, though it was erased or never kept`, at: event.at }
  }
  for (const story of stories.rows.values()) yield* checkAge(story, stories)
}

function* checkAcknowledged({ history, rows }: Stories): Generator<Violation> {
  for (const event of history.events) {
    if (event.kind === 'hears' && (event.answer === 'kept' || event.answer === 'repeat'))
      if (!event.row || (rows.get(event.row)?.keptAt ?? Infinity) > event.at)
        yield { rule: 'kept', what: `form ${event.form} was acknowledged before it was kept`, at: event.at }
    if (event.kind === 'keeps' && event.outcome === 'repeat' && !isThere(rows.get(event.row), event.at))
      yield { rule: 'kept', what: `form ${event.form} was taken for a repeat of what is not there`, at: event.at }
  }
}

function* checkKeptOnce(stories: Stories): Generator<Violation> {
  const { history, rows } = stories
  for (const event of history.events) {
    if (event.kind !== 'keeps') continue
    const { at, form } = event
    const isPlain = history.scenario.forms[form]?.kind === 'plain'
    if (event.outcome === 'kept') {
      const earlier = [...rows.values()].find(
        (other) =>
          other.row !== event.row &&
          other.form === form &&
          isThere(other, at) &&
          (!isPlain ||
            (at - other.keptAt < repeatWindowMs * (1 - drift) && leapsWithin(stories, other.keptAt, at) === 0)),
      )
      if (earlier) yield { rule: 'kept once', what: `${event.row} is a second copy of ${earlier.row}`, at }
    } else if (isPlain) {
      const { keptAt } = rows.get(event.row) ?? { keptAt: at }
      if (at - keptAt > repeatWindowMs * (1 + drift) && leapsWithin(stories, keptAt, at) === 0)
        yield { rule: 'kept once', what: `form ${form} is no repeat of ${event.row}: it came too long after`, at }
    }
  }
}

/**
 * The automatic purge erases only what is too old, and does erase it. After a leap forward of more than a day it erases
 * nothing by the new clock until servers have run for a day, because that clock may be wrong.
 */
function* checkAge({ row, keptAt, keptClock, gone }: RowStory, stories: Stories): Generator<Violation> {
  const { leaps, history } = stories
  const retentionMs = history.scenario.retentionDays * dayMs
  if (gone?.by === 'purge') {
    const since = leaps.filter(({ at, byMs }) => isWithin(at, keptAt, gone.at) && byMs > 0)
    const small = since.filter(({ byMs }) => byMs <= dayMs).reduce((sum, { byMs }) => sum + byMs, 0)
    const isOld = gone.at - keptAt >= retentionMs * (1 - drift) - small
    const large = since.findLast(({ byMs }) => byMs > dayMs)
    const isOldByClock =
      large !== undefined &&
      gone.clock - keptClock >= retentionMs &&
      runningMs(stories, large.at, gone.at) >= leastRunMs(leapsWithin(stories, large.at, gone.at))
    if (!isOld && !isOldByClock)
      yield { rule: 'purge', what: `${row} was purged before its time, because of a wrong clock`, at: gone.at }
  }
  const lastMs = retentionMs * (1 + drift) + dayMs + 3 * hourMs
  if (!gone && leaps.length === 0 && history.endedAt - keptAt > lastMs)
    yield { rule: 'purge', what: `${row} is older than it may get`, at: history.endedAt }
}

/** The store counts that day from purge to purge, an hour each at most: one during which the clock leaps may count too much. */
const leastRunMs = (leaps: number) => dayMs * (1 - drift) - minuteMs - leaps * 61 * minuteMs

/** For how long at least one server ran in that time. A pause between two counts up to an hour, as the store cannot see it. */
function runningMs({ processes, history }: Stories, from: number, until: number): number {
  const spans = [...processes.values()]
    .map(({ startedAt, killedAt, exit }) => ({
      from: Math.max(from, startedAt),
      until: Math.min(until, killedAt ?? exit?.at ?? history.endedAt),
    }))
    .filter((span) => span.until > span.from)
    .sort((a, b) => a.from - b.from)
  let sum = 0
  let reached = from
  for (const span of spans) {
    const pauseMs = sum > 0 ? Math.min(hourMs, Math.max(0, span.from - reached)) : 0
    sum += pauseMs + Math.max(0, span.until - Math.max(span.from, reached))
    reached = Math.max(reached, span.until)
  }
  return sum
}

export const isThere = (story: RowStory | undefined, at: number): boolean =>
  story !== undefined && story.keptAt <= at && !(story.gone && story.gone.at <= at)
