import { fold } from '../../shared/fold.ts'
import { type Certificate, stateOn } from '../../shared/register/certificate.ts'

/** What one list shows at most. */
export const mostListed = 50

type Found = { found: Certificate[]; count: number }

/** The certificates in memory: found by number at once, by words in one pass. */
export class Register {
  readonly #byNumber: Map<string, Certificate>
  readonly #certificates: Certificate[]
  /** What is searched of each, in the same order. */
  readonly #texts: string[]
  #halted: (Found & { day: string }) | undefined

  constructor(certificates: Certificate[]) {
    this.#byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
    this.#certificates = certificates
    this.#texts = certificates.map(({ number, holder, plant, oval, town }) =>
      fold([number, holder, plant, oval, town].join('\n')),
    )
  }

  get size(): number {
    return this.#byNumber.size
  }

  find(number: string): Certificate | undefined {
    return this.#byNumber.get(number)
  }

  /** The first certificates that hold all words of a query, accents and case aside, and how many there are. */
  search(query: string): Found {
    const words = fold(query).split(/\s+/).filter(Boolean)
    const all = this.#certificates.filter((_, index) => words.every((word) => this.#texts[index]?.includes(word)))
    return { found: all.slice(0, mostListed), count: all.length }
  }

  /** The certificates that are suspended or withdrawn on a day, latest first, and how many there are. */
  halted(day: string): Found {
    if (this.#halted?.day !== day) {
      const all = this.#certificates
        .filter((certificate) => ['suspended', 'withdrawn'].includes(stateOn(certificate, day)))
        .sort((one, other) => sinceOf(other).localeCompare(sinceOf(one)))
      this.#halted = { day, found: all.slice(0, mostListed), count: all.length }
    }
    return this.#halted
  }
}

const sinceOf = ({ withdrawn, suspended }: Certificate) => withdrawn || suspended
