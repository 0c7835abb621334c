import { contentFolder } from '../../src/content/content.ts'
import { readFiles } from '../../src/content/read/content.ts'
import { textShape } from '../../src/generator/site-texts.ts'
import { columnsOf, type Line, type TableName } from '../../src/register/columns.ts'
import { numberOf } from '../../src/register/number.ts'
import { answerPack } from '../../src/register/pack.ts'
import type { LoadedRegister } from '../../src/register/pages.ts'
import {
  type BatchDecision,
  type Certificate,
  type Decision,
  isSpecimen,
  makeRegister,
} from '../../src/register/register.ts'
import { indexCertificates, type SearchWords } from '../../src/register/search.ts'
import { eachLanguage, type Language } from '../../src/shared/languages.ts'

/** A pack of the office's that is covered, if there is one. */
export function coveredPack() {
  const { register } = readFiles(contentFolder, textShape)
  const today = new Date().toISOString().slice(0, 10)
  for (const { number, batch, day } of [...register.batches.values()].flat()) {
    const certificate = register.byNumber.get(number)
    const pack = { packed: day, batch }
    const answer = certificate && answerPack(register, certificate, pack, today)
    if (answer?.answer === 'covered') return { number, ...pack, isSpecimen: isSpecimen(number) }
  }
  return undefined
}

/** A register in memory, as the server has read it. */
export function loadedRegister(
  certificates: Certificate[],
  words: Record<Language, SearchWords[Language]>,
  batches: BatchDecision[] = [],
): LoadedRegister {
  return { register: makeRegister(certificates, batches), index: indexCertificates(certificates, words) }
}

/** No words for what people search for. */
export const noWords = eachLanguage(() => ({ covers: {}, everyday: {} }))

const emptyLine = <Table extends TableName>(table: Table) =>
  Object.fromEntries(columnsOf(table).map(([name]) => [name, ''])) as Line<Table>

const plant = { plant: 'Matadero Ñandú', oval: 'ES 1', town: 'València', country: 'ES', covers: 'sheep cutting' }
const days = { from: '2026-03-12', until: '2027-03-11' }

/** @param six the digits of its number */
export function certificate(six: string, others: Partial<Certificate> = {}): Certificate {
  return { ...emptyLine('certificates'), decisions: [], ...plant, ...days, number: numberOf(six), ...others }
}

export const decision = (day: string, kind: Decision['decision'], others: Partial<Decision> = {}): Decision => ({
  ...emptyLine('decisions'),
  day,
  decision: kind,
  ...others,
})

/** Tables as the office keeps them. */
export function writeTable<Table extends TableName>(table: Table, lines: Partial<Line<Table>>[]): string {
  const names = columnsOf(table).map(([name]) => name)
  const cell = (text = '') => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = lines.map((line) => names.map((name) => cell((line as Record<string, string>)[name])))
  return [names, ...rows].map((cells) => `${cells.join(';')}\n`).join('')
}
