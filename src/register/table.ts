import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { batchesIn } from './batch.ts'
import { tables } from './columns.ts'
import type { Certificate } from './register.ts'
import { decisionsUntil, stateOn } from './state.ts'

/** Written between two requests: some milliseconds. */
const slice = 1_000

/** The office's columns of a certificate, its state, the last decision with its day and reason, and all batches that were named. */
const publishedColumns = [
  ...Object.keys(tables.certificates),
  ...['state', 'decision', 'day', 'reason', 'batches', 'replaced_by'],
]

/** Writes the certificates as a table for spreadsheets, with semicolons or commas: what their pages show on a day. */
export async function* writeTable(certificates: Certificate[], today: string, delimiter: ';' | ',') {
  for (let start = 0; start < certificates.length; start += slice) {
    const shown = certificates.slice(start, start + slice).map((certificate) => {
      const decisions = decisionsUntil(certificate, today)
      const batches = decisions.flatMap(({ batches }) => batchesIn(batches)).join(', ')
      return { ...decisions.at(-1), ...certificate, state: stateOn(certificate, today), batches }
    })
    // Without a byte order mark, Excel would not read it as UTF-8.
    const [bom, header] = [start === 0, start === 0]
    yield stringify(shown, { bom, header, columns: publishedColumns, delimiter })
    await setImmediate()
  }
}
