import { countryCodes } from '../shared/country-codes.ts'
import type { ProblemCode } from '../shared/problem.ts'
import { foldBatch, isRange, mayBeRange, readScan } from './batch.ts'
import { isDay, normaliseDay } from './day.ts'
import { correctNumber, isSpelled, readNumber } from './number.ts'
import { spoiledBy } from './spoiled-cells.ts'

/** The keys of content/texts/<language>/register.yml that a line may use. */
export type RegisterWords = { covers: object; reasons: object }

export type Wrong = ProblemCode | false

/** What a column may hold. Without `check`, it may hold anything. */
type Column = {
  /** It may be empty. */
  isOptional?: boolean
  /** A file may be without the column, because it is older: all its cells are empty then. */
  mayBeMissing?: boolean
  /** All that may be written in it. */
  choices?: readonly string[]
  /** The one spelling of a cell, if it has one. */
  normalise?: (cell: string) => string
  check?: (cell: string, words: RegisterWords) => Wrong
}

export const decisionKinds = ['suspended', 'lifted', 'withdrawn', 'ended', 'replaced'] as const
export const outcomes = ['accepted', 'refused'] as const
export type DecisionKind = (typeof decisionKinds)[number]
export type Outcome = (typeof outcomes)[number]

const countries = new Set(countryCodes)

const text: Column = { check: (cell) => spoiledBy(cell) }
const optional = (column: Column): Column => ({ ...column, isOptional: true })
/** A column that was added when offices had files already. */
const added = (column: Column): Column => ({ ...optional(column), mayBeMissing: true })
const numberOfCertificate: Column = {
  normalise: (cell) => (isSpelled(cell) ? cell : (readNumber(cell) ?? cell)),
  check: (cell) => !readNumber(cell) && (correctNumber(cell) ? 'register_number' : 'register_number_form'),
}
const day: Column = {
  normalise: normaliseDay,
  check: (cell) => (/^\d\d?[/.-]\d\d?[/.-]\d\d$/.test(cell) ? 'register_year' : !isDay(cell) && 'date'),
}
/** Without a letter, a spreadsheet has taken it for a number, and a zero at its beginning away. */
const oval: Column = { check: (cell) => spoiledBy(cell) || (!/\p{L}/u.test(cell) && 'register_oval') }
const keys = (group: 'covers' | 'reasons'): Column => ({
  normalise: (cell) => cell.replace(/\s+/g, ' ').toLowerCase(),
  check: (cell, words) => !cell.split(' ').every((key) => Object.hasOwn(words[group], key)) && 'register_key',
})
const oneOf = (choices: readonly string[]): Column => ({
  choices,
  normalise: (cell) => cell.toLowerCase(),
  check: (cell) => !choices.includes(cell) && 'choice',
})
const batches: Column = { check: (cell) => spoiledBy(cell, 'batches') || (mayBeRange(cell) && 'register_range') }
const batch: Column = {
  normalise: (cell) => readScan(cell)?.batch ?? cell,
  check: (cell) => spoiledBy(cell, 'batches') || (isRange(cell) && 'register_range') || (!foldBatch(cell) && 'empty'),
}

/**
 * The register's tables with their columns, which may be in another order in a file. Type, check and spelling of a column follow from
 * this table.
 */
export const tables = {
  certificates: {
    number: numberOfCertificate,
    holder: optional(text),
    plant: text,
    oval,
    town: text,
    country: {
      normalise: (cell) => cell.toUpperCase(),
      check: (cell) => !countries.has(cell) && 'country',
    },
    covers: keys('covers'),
    brands: added(text),
    from: day,
    until: day,
  },
  decisions: {
    number: numberOfCertificate,
    day,
    decision: oneOf(decisionKinds),
    reason: optional(keys('reasons')),
    batches: optional(batches),
    replaced_by: optional(numberOfCertificate),
  },
  batches: {
    number: numberOfCertificate,
    batch,
    decision: oneOf(outcomes),
    day,
  },
} satisfies Record<string, Record<string, Column>>

export type TableName = keyof typeof tables
/** A line of a table; what is not given is ''. Days are ISO 8601, and keys of texts have a space between them. */
export type Line<Table extends TableName> = Record<keyof (typeof tables)[Table], string>

/** What is wrong in a cell by itself. */
export function wrongIn({ isOptional, normalise, check }: Column, value: string, words: RegisterWords): Wrong {
  if (value === '') return !isOptional && (normalise === normaliseDay ? 'date' : 'empty')
  return check?.(value, words) ?? false
}

export const tableNames = Object.keys(tables) as TableName[]
export const columnsOf = (table: TableName): [name: string, column: Column][] => Object.entries(tables[table])
