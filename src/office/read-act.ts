import { z } from 'zod'
import type { Act, Entry } from '../register/acts.ts'
import { columnsOf, decisionKinds, outcomes, type TableName } from '../register/columns.ts'
import { isLine, tableOf } from '../register/entries.ts'
import { mostBatches } from './pasted-batches.ts'

const text = z
  .string()
  .max(5_000)
  .refine((value) => value.isWellFormed())
const uuid = z.uuid()
const cellsOf = (table: TableName) =>
  Object.fromEntries(columnsOf(table).flatMap(([name]) => (name === 'decision' ? [] : [[name, text] as const])))
const line = z.discriminatedUnion('entry', [
  z.strictObject({ entry: z.literal('certificate'), ...cellsOf('certificates') }),
  z.strictObject({ entry: z.enum(decisionKinds), ...cellsOf('decisions') }),
  z.strictObject({ entry: z.enum(outcomes), ...cellsOf('batches') }),
])
const base64url = z.base64url().max(5_000)
const entry = z.discriminatedUnion('entry', [
  line,
  z.strictObject({ entry: z.literal('corrected'), of: text, line: line.nullable(), why: text }),
  z.strictObject({ entry: z.literal('person'), person: uuid, name: text }),
  z.strictObject({
    entry: z.literal('device'),
    person: uuid,
    credential: base64url,
    key: base64url,
    origin: text,
    transports: z.array(text).max(20),
  }),
  z.strictObject({ entry: z.literal('removed'), person: uuid }),
])
const who = { id: uuid, person: uuid, seen: z.int().min(0) }
const answered = { proposal: z.int().min(1), hash: text }
const act = z.discriminatedUnion('act', [
  z.strictObject({ ...who, act: z.enum(['propose', 'decide']), entries: z.array(entry).min(1).max(mostBatches) }),
  z.strictObject({ ...who, act: z.literal('agree'), ...answered, absent: z.literal(true).optional() }),
  z.strictObject({ ...who, act: z.literal('decline'), ...answered, why: text }),
  z.strictObject({ ...who, act: z.literal('take_back'), ...answered }),
])

/** An act of a person, with each cell in its one spelling; nothing if it is none. */
export function readAct(sent: unknown): Act | undefined {
  const { data } = act.safeParse(sent)
  if (!data) return undefined
  return ('entries' in data ? { ...data, entries: (data.entries as Entry[]).map(normalised) } : data) as Act
}

function normalised(entry: Entry): Entry {
  if (entry.entry === 'corrected')
    return { ...entry, line: entry.line && (normalised(entry.line) as typeof entry.line) }
  if (!isLine(entry)) return entry
  const cells = columnsOf(tableOf(entry)).flatMap(([name, { normalise }]) => {
    const cell = (entry as Record<string, string>)[name]?.trim()
    return cell === undefined ? [] : [[name, (cell && normalise?.(cell)) ?? cell]]
  })
  return { ...entry, ...Object.fromEntries(cells) }
}
