/** Numbers that look random and follow from a seed alone (sfc32, by Chris Doty-Humphrey). */
export class SeededRandom {
  #a: number
  #b = 0x9e3779b9
  #c = 0x243f6a88
  #d = 1

  constructor(seed: number) {
    this.#a = seed | 0
    for (let round = 0; round < 12; round++) this.fraction()
  }

  /** At least 0, less than 1. */
  fraction = (): number => {
    const sum = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }

  /** A whole number of at least 0, less than the limit. */
  below = (limit: number): number => Math.floor(this.fraction() * limit)

  chance = (probability: number): boolean => this.fraction() < probability

  /** Mostly near 0 and seldom near the longest, as of networks and disks, in milliseconds. */
  latency = (longestMs: number): number => Math.floor(longestMs * this.fraction() ** 4)
}
