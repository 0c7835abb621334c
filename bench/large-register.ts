import { stringify } from 'csv-stringify/sync'
import { tables as columns, type TableName } from '../src/register/columns.ts'
import { numberOf } from '../src/register/number.ts'

const writeTable = (table: TableName, lines: object[]) =>
  stringify(lines, { header: true, columns: Object.keys(columns[table]), delimiter: ';' })

/**
 * The tables of a large register. A certificate with several decisions is suspended, lifted, and so on, each on another day.
 * @returns also the number of each certificate, by its index; the index goes round
 */
export function largeRegister(certificates: number, decisions: number, batches: number) {
  const number = (index: number) => numberOf(String(100_000 + (index % certificates)))
  const lines = <Line>(count: number, line: (index: number) => Line) => Array.from({ length: count }, (_, i) => line(i))
  const facts = { town: 'València', country: 'ES', covers: 'sheep cutting', from: '2020-01-01', until: '2099-12-31' }
  const tables = {
    certificates: writeTable(
      'certificates',
      lines(certificates, (index) => {
        const names = { holder: `Empresa ${index}, S.L.`, plant: `Planta número ${index}`, oval: `ES 10.${index}/V` }
        return { number: number(index), ...names, ...facts }
      }),
    ),
    decisions: writeTable(
      'decisions',
      lines(decisions, (index) => {
        const time = Math.floor(index / certificates)
        const lifted = { decision: 'lifted' }
        const suspended = { decision: 'suspended', reason: 'administrative', batches: index % 10 ? '' : `N${index}` }
        const day = `2026-0${1 + time}-${10 + (index % 18)}`
        return { number: number(index), day, ...(time % 2 ? lifted : suspended) }
      }),
    ),
    batches: writeTable(
      'batches',
      lines(batches, (index) => {
        const batch = `26${String(index).padStart(6, '0')}`
        return { number: number(index * 7), batch, decision: 'accepted', day: '2026-03-13' }
      }),
    ),
  }
  return { number, tables }
}
