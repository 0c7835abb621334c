import { fold } from '../../shared/fold.ts'
import type { Certificate } from '../../shared/register/certificate.ts'

/** What one search shows at most. */
export const mostFound = 50

/** The certificates in memory: found by number at once, by words in one pass. */
export class Register {
  readonly certificates: readonly Certificate[]
  readonly #byNumber: Map<string, Certificate>
  readonly #searched: string[]

  constructor(certificates: readonly Certificate[]) {
    this.certificates = certificates
    this.#byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
    this.#searched = certificates.map(({ number, holder, plant, oval, town }) =>
      fold([number, holder, plant, oval, town].join('\n')),
    )
  }

  find(number: string): Certificate | undefined {
    return this.#byNumber.get(number)
  }

  /**
   * The certificates that hold all words of a query in number, holder, plant, oval or town, accents and case aside.
   * @returns the first `mostFound` of them, and how many there are
   */
  search(query: string): { found: Certificate[]; count: number } {
    const words = fold(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return { found: [], count: 0 }
    const found: Certificate[] = []
    let count = 0
    for (const [index, text] of this.#searched.entries()) {
      if (!words.every((word) => text.includes(word))) continue
      count += 1
      if (found.length < mostFound) found.push(this.certificates[index] as Certificate)
    }
    return { found, count }
  }
}
