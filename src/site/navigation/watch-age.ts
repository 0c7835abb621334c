import { minuteMs } from '../../shared/durations.ts'

/** With the pause between two checks and the time of a request, what is shown is never five minutes old. */
const mostAgeMs = 4.5 * minuteMs
const pauseMs = minuteMs / 6

/** Calls `refresh` once what is shown is old: while somebody may be looking at it, or as soon as the tab or page is returned to. */
export function watchAge(shownAt: () => number, refresh: () => void): void {
  const check = () => !document.hidden && Date.now() - shownAt() > mostAgeMs && refresh()
  for (const type of ['pageshow', 'visibilitychange']) addEventListener(type, check)
  setInterval(check, pauseMs)
}
