import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { type Certificate, registerColumns } from '../shared/register-page.ts'
import { shownOn } from './state.ts'

/** Written between two requests: some milliseconds. */
const slice = 1_000

/** Writes the register as a table for spreadsheets: what its pages show on a day, in the office's columns. */
export async function* writeTable(certificates: Certificate[], today: string) {
  for (let start = 0; start < certificates.length; start += slice) {
    const shown = certificates.slice(start, start + slice).map((certificate) => shownOn(certificate, today))
    // Without a byte order mark, Excel would not read it as UTF-8.
    const [bom, header] = [start === 0, start === 0]
    yield stringify(shown, { bom, header, columns: [...registerColumns], delimiter: ';' })
    await setImmediate()
  }
}
