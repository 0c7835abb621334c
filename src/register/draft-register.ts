import { isDeepStrictEqual } from 'node:util'
import { memoizeLast } from '../shared/memoize.ts'
import { foldBatch } from './batch.ts'
import { parseTable } from './change-line.ts'
import type { Line, TableName } from './columns.ts'
import { draftOf } from './draft.ts'
import { type RegisterSources, readSources } from './read-register.ts'
import type { BatchDecision, Register } from './register.ts'

/** Reads the register below content/ as somebody edits it, for the preview. */
export function readDrafts(contentFolder: string): Register {
  const sources = readSources(`${contentFolder}/register`)
  if (!isDeepStrictEqual(sources, last?.sources)) last = { sources, register: draftsOf(sources) }
  return (last as NonNullable<typeof last>).register
}
let last: { sources: RegisterSources; register: Register } | undefined

type Lines<Table extends TableName> = Record<string, Line<Table>> | undefined

/** Of a table that has not changed, the lines are the same object. */
const decisionsOf = memoizeLast((lines: Lines<'decisions'>) =>
  Map.groupBy(Object.values(lines ?? {}), ({ number }) => number),
)
const batchesOf = memoizeLast((lines: Lines<'batches'>) =>
  Map.groupBy(Object.values(lines ?? {}) as BatchDecision[], ({ batch }) => foldBatch(batch)),
)

function draftsOf(sources: RegisterSources): Register {
  const linesOf = <Table extends TableName>(table: Table) => parseTable(table, sources[table] ?? '')
  const ofCertificate = decisionsOf(linesOf('decisions'))
  const drafts = Object.values(linesOf('certificates') ?? {}).map((line) =>
    draftOf(line, ofCertificate.get(line.number) ?? []),
  )
  return {
    certificates: drafts,
    byNumber: new Map(drafts.map((each) => [each.number, each])),
    batches: batchesOf(linesOf('batches')),
    named: new Map(),
  }
}
