import { parse } from 'csv-parse/sync'
import type { Outcome } from '../register/columns.ts'
import { readDay } from '../register/day.ts'
import { fold } from '../shared/fold.ts'

/** A line as it was read. @property outcome '' if the line has none that is understood */
export type PastedBatch = { line: number; batch: string; outcome: Outcome | ''; day: string; isDayMissing: boolean }
export type Pasted = { batches: PastedBatch[]; passed: string[] }

/** How many batches one act may have. */
export const mostBatches = 500

/**
 * Reads lines that were copied from a spreadsheet: in each, the batch comes first; a decision in the person's own words and a day may
 * stand in any cell behind it: the first with a digit is the day, right or wrong. Empty lines, and a heading, are passed over.
 * @param words the words of each decision, with commas between them
 * @param missing what a line without a decision or a day gets
 */
export function readPasted(
  text: string,
  words: Record<Outcome, string>[],
  missing: { outcome: Outcome | ''; day: string },
): Pasted {
  const outcomeOf = new Map<string, Outcome>()
  for (const each of words)
    for (const outcome of ['accepted', 'refused'] as const)
      for (const word of each[outcome].split(',')) outcomeOf.set(fold(word).trim(), outcome)
  const delimiter = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? '\t'
  // Whatever quotation marks are in a cell.
  const rows: string[][] = parse(text, { delimiter, relax_column_count: true, quote: false, trim: true })
  const batches: PastedBatch[] = []
  const passed: string[] = []
  for (const [index, [batch = '', ...others]] of rows.entries()) {
    const outcome = others.map((cell) => outcomeOf.get(fold(cell).trim())).find(Boolean)
    const day = others.find((cell) => /\d/.test(cell))
    const isHeading = index === 0 && !/\d/.test(batch)
    if (!batch || isHeading) passed.push([batch, ...others].join(' ').trim())
    else
      batches.push({
        line: index + 1,
        batch,
        outcome: outcome ?? missing.outcome,
        day: day === undefined ? missing.day : readDay(day),
        isDayMissing: day === undefined,
      })
  }
  return { batches, passed: passed.filter(Boolean) }
}
