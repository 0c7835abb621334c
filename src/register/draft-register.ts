import { isDeepStrictEqual } from 'node:util'
import { countryCodes } from '../shared/country-codes.ts'
import { memoizeLast } from '../shared/memoize.ts'
import { foldBatch } from './batch.ts'
import { parseTable } from './change-line.ts'
import { decisionKinds, type Line, type TableName } from './columns.ts'
import { isDay } from './day.ts'
import { type RegisterSources, readSources } from './read-register.ts'
import type { BatchDecision, Certificate, Decision, Register } from './register.ts'

/** How CLDR calls a region that nobody has chosen yet: every language has words for it. */
const unknownRegion = 'ZZ'

/**
 * Reads the register below content/ as somebody edits it, for the preview: whatever its lines say, and however little. A day or a
 * decision that is none is left out.
 */
export function readDrafts(contentFolder: string): Register {
  const sources = readSources(`${contentFolder}/register`)
  if (!isDeepStrictEqual(sources, last?.sources)) last = { sources, register: draftsOf(sources) }
  return (last as NonNullable<typeof last>).register
}
let last: { sources: RegisterSources; register: Register } | undefined

type Lines<Table extends TableName> = Record<string, Line<Table>> | undefined

/** Of a table that has not changed, the lines are the same object. */
const decisionsOf = memoizeLast((lines: Lines<'decisions'>) =>
  Map.groupBy(Object.values(lines ?? {}) as Decision[], ({ number }) => number),
)
const batchesOf = memoizeLast((lines: Lines<'batches'>) =>
  Map.groupBy(Object.values(lines ?? {}) as BatchDecision[], ({ batch }) => foldBatch(batch)),
)

function draftsOf(sources: RegisterSources): Register {
  const linesOf = <Table extends TableName>(table: Table) => parseTable(table, sources[table] ?? '')
  const ofCertificate = decisionsOf(linesOf('decisions'))
  const drafts = Object.values(linesOf('certificates') ?? {}).map((line): Certificate => {
    const own = (ofCertificate.get(line.number) ?? []).filter(
      ({ day, decision }) => isDay(day) && decisionKinds.includes(decision),
    )
    const country = countryCodes.includes(line.country) ? line.country : unknownRegion
    const [from, until] = [line.from, line.until].map((day) => (isDay(day) ? day : '')) as [string, string]
    return { ...line, country, from, until, decisions: own.toSorted((one, other) => (one.day < other.day ? -1 : 1)) }
  })
  return {
    certificates: drafts,
    byNumber: new Map(drafts.map((each) => [each.number, each])),
    batches: batchesOf(linesOf('batches')),
    named: new Map(),
  }
}
