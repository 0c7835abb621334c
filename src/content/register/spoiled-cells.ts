import type { ProblemCode } from '../problem.ts'

/**
 * UTF-8 read as if it were an encoding of Windows or macOS: "CÃ¡rnicas", "MiÄ™sne", "C√°rnicas"; letters that were lost:
 * "C?rnicas". A capital such as Ã is followed by one of these signs or letters in no language.
 */
const garbled = /\ufffd|\p{L}\?\p{L}|\p{Ll}[ÂÃ]|[√≈]|[ÂÃÄÅÎÏÐĂĹâ][\x80-\xbfŒœŠšŽžŸˆ˜‚ƒ„…†‡‰‹›‘’“”•–—€™ˇ˘˛˝łąşľżśťź]/u

/** A spreadsheet would run such a cell of the published file as a formula; some take the wide signs too. */
const formula = /^[=+\-@＝＋－＠]/

/** A number that became a power of ten: 2,02603E+11. */
const power = /(?<![\p{L}\d])\d[.,]?\d*E\+\d+/iu

/** A number that became a day, in the languages of the offices: "10-nov", "nov-26", "10/11/2026". */
const month =
  '(?:ene|jan|feb|fév|mar|abr|apr|avr|may|mai|jun|jui|jul|ago|aug|aoû|sep|oct|nov|dic|dec|déc)\\p{Ll}{0,2}\\.?'
const dates = [`\\d{1,2}[-/]${month}`, `${month}[-/]\\d\\d`, '\\d{1,2}/\\d{1,2}/\\d{4}'].join('|')
const date = new RegExp(`(?<![\\p{L}\\d/-])(?:${dates})(?![\\p{L}\\d])`, 'iu')

/** What a spreadsheet did to a cell when it opened or saved the file, or would do with it. */
export function spoiledBy(cell: string): ProblemCode | undefined {
  if (garbled.test(cell)) return 'register_garbled'
  if (formula.test(cell)) return 'register_formula'
  return power.test(cell) || date.test(cell) ? 'register_turned' : undefined
}
