export const dayMs = 24 * 60 * 60_000

/** The server looks once an hour; in any more time between two looks it was not running, and that does not count. */
const countedMs = 61 * 60_000

/**
 * Whether the clock can be trusted to say what is old (DESIGN.md section 5). After a leap of more than a day the automatic
 * purge waits until the server has run for a day by that clock; a machine that was off for so long looks the same, and
 * waits too.
 * @param known the last time that the store saw, and how long the purge was to wait still
 * @returns how long the purge is to wait from now on, in milliseconds; 0: it need not
 */
export function afterLook({ seenAt, waitMs }: { seenAt: number | undefined; waitMs: number }, now: number): number {
  if (seenAt === undefined) return waitMs
  const elapsed = Math.max(0, now - seenAt)
  if (elapsed > dayMs) return dayMs
  return Math.max(0, waitMs - Math.min(elapsed, countedMs))
}
