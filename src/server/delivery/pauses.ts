/** Growing pauses: the first, and the longest, in milliseconds. */
export type Pauses = { firstMs: number; longestMs: number }

/**
 * How long to wait after so many failures in a row: twice as long each time, give or take a quarter, so that several
 * instances do not come back at the same moment.
 * @param random between 0 and 1
 */
export function pauseAfter(failures: number, { firstMs, longestMs }: Pauses, random = Math.random()): number {
  const grown = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return Math.round(grown * (0.75 + random / 2))
}
