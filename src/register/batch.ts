import { anyOf } from '../shared/language-rules.ts'
import { isDay } from './day.ts'
import { plainly } from './typed.ts'

/** "No", "n.º", "núm.", and what else is written beside "batch": "lote de fabricación", "code lot". */
const beside = `(?:n\\.?°\\.?|n\\.|(?:${anyOf(({ batch }) => batch.beside)})(?![\\p{L}\\p{N}]))`
const label = `(?:${anyOf(({ batch }) => batch.name)})`
const sign = '[^\\p{L}\\p{N}]'
/** What stands before a batch on a label: "Lote 26031201", "L26031201", "N° de lot : 12", "Batch number A1". */
const labelled = new RegExp(
  `^\\s*(?:${beside}\\s*)*${label}(?:\\s*/\\s*${label})?(?:\\s*${beside})*(?:${sign}+(?=[\\p{L}\\p{N}])|(?=\\d))`,
  'iu',
)
/** The same, also several of them. An L begins a batch on a label of food (Directive 2011/91/EU, Article 4). */
const labels = new RegExp(`^(?:${labelled.source.slice(1)}|${sign}*l${sign}*(?=[\\p{L}\\p{N}]))+`, 'iu')

/** The time, the date or words that may follow a batch on a label. */
const behind = new RegExp(
  `(?:,\\s|\\s(?:\\d\\d?[:.h]\\d\\d(?!\\d)|\\d\\d?([/.-])\\d\\d?\\1\\d\\d|(?:${anyOf(({ batch }) => batch.after)})(?!\\p{L}))).*$`,
  'isu',
)

/** As it is compared with labels, where a small o above stands for a degree sign. */
const normalise = (typed: string) => plainly((readScan(typed)?.batch ?? typed).replaceAll('º', '°'))

/** Whether something typed says itself that it is a batch. An L alone may also be an initial. */
export const isLabelledBatch = (typed: string) => Boolean(readScan(typed)?.batch) || labelled.test(normalise(typed))

/** A batch as it is written, without words before it. */
export const withoutWords = (typed: string) => normalise(typed).replace(labelled, '')

/** A batch as it is compared: its letters and digits alone, without labels and without case. */
export function foldBatch(typed: string): string {
  if (/^\d[A-Z\d]*$/.test(typed)) return typed
  return normalise(typed)
    .replace(labels, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** A batch as it is compared; then without what may stand behind it: "L250312 14:35". */
export const readingsOf = (typed: string): string[] => [
  ...new Set([foldBatch(typed), foldBatch(normalise(typed).replace(behind, ''))].filter(Boolean)),
]

/** The batches that a decision names, as they are written: no batch contains what is between them. */
export const batchesIn = (cell: string): string[] =>
  cell.split(/[,;|&、،，\n\t]/).flatMap((batch) => readScan(batch)?.batch ?? (batch.trim() || []))

/** More words than this are not of one batch. */
const maxWords = 8

/**
 * All that a decision may mean by the batches that it names, as it is compared. Somebody may have written "0001 0002", "0001/0002" or
 * "250313_250312" for two of them, and no pack of either may be called covered.
 */
export function namedBatches(cell: string): string[] {
  return batchesIn(cell)
    .flatMap((batch) => {
      const words = batch.split(/[^\p{L}\p{N}._°º-]+|(?<=\d{5})[._-]+(?=\p{L}*\d{5})/u)
      return words.flatMap((_, start) =>
        words
          .slice(start, start + maxWords)
          .map((_, more) => foldBatch(words.slice(start, start + more + 1).join(' '))),
      )
    })
    .filter(Boolean)
}

/** "from", "to", "and following": any word in small letters that is not beside a batch. */
const otherWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?!(?:${label}|${beside}|${anyOf(({ and }) => and)})(?![\\p{L}\\p{N}]))\\p{Ll}{2,}(?![\\p{L}\\p{N}])`,
  'u',
)
const range = new RegExp(
  `[\\p{L}\\p{N}]\\s*(?:\\.\\.+|(?![-‐])\\p{Pd}|\\s[-‐]\\s|\\s(?:bis|${anyOf(({ to }) => to)})\\s)\\s*[\\p{L}\\p{N}]`,
  'iu',
)
/** Arrows, "~", "−", "≥": nothing that a batch contains. */
const signOfRange = /(?![+|=°×])[\p{Sm}\p{So}]/u
/** "250312-250315", "L250312-L250315", "250312 -15", "250312:250315", "250312/15", "250312/15/16" */
const pair =
  /(?<![\p{L}\p{N}][./-]?)(\p{L}*)(\d+)\s*([-‐_]+|:(?=\d{3})|\/)\s*(?:\1)?(\d+)(?![./-]?\p{L}|\p{N})(?=([./-]\p{N})?)/gu

/** Whether somebody may mean all batches from one to another one: those between them would not be found. */
export const isRange = (cell: string) => [range, signOfRange].some((sign) => sign.test(normalise(cell)))

/** The same of the batches that a decision names, where a batch may be written without the sign in it. */
export const mayBeRange = (cell: string) =>
  isRange(cell) ||
  otherWord.test(cell) ||
  Array.from(normalise(cell).matchAll(pair)).some(
    ([, , from = '', sign, to = '', more]) =>
      to.length <= from.length &&
      to > from.slice(-to.length) &&
      (sign === '/' ? to.length < from.length : more === undefined),
  )

/** Whether something could be a batch: some letters and digits, with signs between them that labels have. */
export const isBatch = (typed: string) =>
  /^[\p{L}\p{N}\s.,/\\_\-–:#()+*°]+$/u.test(normalise(typed)) && foldBatch(typed) !== ''

/** "(10)26031201", as GS1's codes are printed; or as scanners send them, where a value without a fixed length ends at a separator. */
const printed = /\((\d{2,4})\)([^(]*)/g
const scanned =
  /(\d\d)((?<=0[1-3]|41).{14}|(?<=00).{18}|(?<=1[1-9]).{6}|(?<=20).{2}|(?<=3[1-6]).{8}|[^\p{Cc}\s]*)[\p{Cc}\s]*/gsu

/**
 * Reads the text of a GS1 code (GS1 General Specifications, section 3): the batch, and the day of packing or else of production,
 * ISO 8601; '' for what it does not say.
 * @returns nothing if it is none
 */
export function readScan(typed: string): { batch: string; day: string } | undefined {
  const [, symbology, text = ''] = /^\s*(\][A-Za-z]\d)?(.*)$/s.exec(typed) ?? []
  const elements = /^\(\d{2,4}\)/.test(text) ? text.matchAll(printed) : symbology ? text.matchAll(scanned) : []
  const values = new Map(Array.from(elements, ([, code = '', value = '']) => [code, value.trim()]))
  if (values.size === 0) return undefined
  const day = (values.get('13') ?? values.get('11') ?? '').replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3')
  return { batch: values.get('10') ?? '', day: isDay(day) ? day : '' }
}
