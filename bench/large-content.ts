import { writeFileSync } from 'node:fs'
import { numberOf } from '../src/register/number.ts'
import { addArticles } from '../tests/support/add-articles.ts'
import { writeTable } from '../tests/support/register.ts'

const [articles, certificates, decisions, batches] = [1_000, 2_000, 5_000, 20_000]

/** The number of one of the certificates. @param index below 2,000 */
export const largeNumber = (index: number) => numberOf(String(260_000 + (index % certificates)))

/** Makes a site's content as large as its editor has to be quick for. */
export function enlarge(folder: string): void {
  addArticles(folder, articles)
  const line = (index: number) => ({ number: largeNumber(index) })
  const days = { from: '2020-01-01', until: '2099-12-31' }
  const facts = { oval: 'ES 10.00001/V', town: 'Valencia', country: 'ES', covers: 'sheep cutting', ...days }
  const tables = {
    certificates: writeTable(
      'certificates',
      Array.from({ length: certificates }, (_, index) => ({ ...line(index), plant: `Planta ${index}`, ...facts })),
    ),
    // Suspended, lifted, and so on: each of a certificate on another day.
    decisions: writeTable(
      'decisions',
      Array.from({ length: decisions }, (_, index) => {
        const time = Math.floor(index / certificates)
        return { ...line(index), day: `2026-0${1 + time}-11`, decision: time === 1 ? 'lifted' : 'suspended' }
      }),
    ),
    batches: writeTable(
      'batches',
      Array.from({ length: batches }, (_, index) => {
        return { ...line(index), batch: `26${String(index).padStart(6, '0')}`, decision: 'accepted', day: '2026-03-13' }
      }),
    ),
  }
  for (const [table, text] of Object.entries(tables)) writeFileSync(`${folder}/register/${table}.csv`, text)
}
