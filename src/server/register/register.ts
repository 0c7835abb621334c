import { fold } from '../../shared/fold.ts'
import { type Certificate, stateOn } from '../../shared/register/certificate.ts'

/** The certificates in memory: found by number at once, by words in one pass. */
export class Register {
  readonly #byNumber: Map<string, Certificate>
  readonly #certificates: Certificate[]
  /** What is searched of each, in the same order. */
  readonly #texts: string[]
  /** Those that have ever been suspended or withdrawn, latest first. */
  readonly #halted: Certificate[]

  constructor(certificates: Certificate[]) {
    this.#byNumber = new Map(certificates.map((certificate) => [certificate.number, certificate]))
    this.#certificates = certificates
    this.#texts = certificates.map(({ number, holder, plant, oval, town }) =>
      fold([number, holder, plant, oval, town].join('\n')),
    )
    const since = ({ withdrawn, suspended }: Certificate) => withdrawn || suspended
    this.#halted = certificates.filter(since).sort((one, other) => since(other).localeCompare(since(one)))
  }

  get size(): number {
    return this.#byNumber.size
  }

  find(number: string): Certificate | undefined {
    return this.#byNumber.get(number)
  }

  /** The certificates that hold all words of a query, accents and case aside. */
  search(query: string): Certificate[] {
    const words = fold(query).split(/\s+/).filter(Boolean)
    return this.#certificates.filter((_, index) => words.every((word) => this.#texts[index]?.includes(word)))
  }

  /** The certificates that are suspended or withdrawn on a day, latest first. */
  haltedOn(day: string): Certificate[] {
    return this.#halted.filter((certificate) => ['suspended', 'withdrawn'].includes(stateOn(certificate, day)))
  }
}
