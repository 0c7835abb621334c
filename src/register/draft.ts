import { countryCodes } from '../shared/country-codes.ts'
import { decisionKinds, type Line } from './columns.ts'
import { isDay } from './day.ts'
import type { Certificate, Decision } from './register.ts'

/** How CLDR calls a region that nobody has chosen yet: every language has words for it. */
const unknownRegion = 'ZZ'

/**
 * A certificate as somebody edits it, whatever its lines say, and however little. A day or a decision that is none is left out.
 * @param decisions those of this certificate, in any order
 */
export function draftOf(line: Line<'certificates'>, decisions: Line<'decisions'>[]): Certificate {
  const own = (decisions as Decision[]).filter(({ day, decision }) => isDay(day) && decisionKinds.includes(decision))
  const country = countryCodes.includes(line.country) ? line.country : unknownRegion
  const [from, until] = [line.from, line.until].map((day) => (isDay(day) ? day : '')) as [string, string]
  return { ...line, country, from, until, decisions: own.toSorted((one, other) => (one.day < other.day ? -1 : 1)) }
}
