import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = ReturnType<typeof seededRandom>

/** Numbers that look random and follow from the seed alone. */
export function seededRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  /** At least 0, less than 1. */
  const fraction = (): number => uniformFloat64(generator)
  return {
    fraction,
    /** A whole number of at least 0, less than the limit. */
    below: (limit: number): number => Math.floor(fraction() * limit),
    /** Mostly near 0 and seldom near the longest, as of networks and disks, in milliseconds. */
    latency: (longestMs: number): number => Math.floor(longestMs * fraction() ** 4),
  }
}
