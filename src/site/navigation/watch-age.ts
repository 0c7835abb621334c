import { minuteMs } from '../../shared/durations.ts'

/** How old a state is when it is requested again, and when it is hidden: before five minutes, even if a check comes late. */
const refreshAgeMs = 4.5 * minuteMs
const maxAgeMs = 4.8 * minuteMs
const pauseMs = minuteMs / 6
/** A request that takes longer counts as failed. */
const timeoutMs = 10_000

/**
 * Calls `refresh` once what is shown is old: while somebody may be looking at it, as soon as the tab or page is returned to, and
 * when the network is back. What is too old, or could not be refreshed, is hidden: styles read `data-stale` on the root element.
 * @param shownAt undefined if something else watches the page
 */
export function watchAge(shownAt: () => number | undefined, refresh: () => Promise<unknown>): void {
  const root = document.documentElement
  let isAsking = false
  let hasFailed = false
  const ageMs = () => Date.now() - (shownAt() ?? Infinity)
  const show = () => root.toggleAttribute('data-stale', ageMs() > maxAgeMs || (hasFailed && ageMs() > refreshAgeMs))

  async function check(): Promise<void> {
    if (shownAt() === undefined) return
    show()
    if (document.hidden || isAsking || ageMs() < refreshAgeMs) return
    isAsking = true
    const end = (isFailure: boolean) => {
      hasFailed = isFailure
      isAsking = false
      if (shownAt() !== undefined) show()
    }
    const timer = setTimeout(end, timeoutMs, true)
    await refresh().then(
      () => end(false),
      () => end(true),
    )
    clearTimeout(timer)
  }
  for (const type of ['pageshow', 'visibilitychange', 'online']) addEventListener(type, check)
  setInterval(check, pauseMs)
}
