import type { ProblemCode } from '../shared/problem.ts'

/**
 * UTF-8 read as if it were an encoding of Windows or macOS: "CÃ¡rnicas", "MiÄ™sne", "C√°rnicas"; letters that were lost:
 * "C?rnicas". A capital such as Ã is followed by one of these signs or letters in no language.
 */
const garbled =
  /\p{L}\?\p{L}|\p{Ll}[ÂÃ]|[√≈]|â[€„\x80-\x9f]|[ÂÃÄÅÎÏÐĂĹ][\x80-\xbfŒœŠšŽžŸˆ˜‚ƒ„…†‡‰‹›‘’“”•–—€™ˇ˘˛˝łąşľżśťź]/u

/** A spreadsheet would run such a cell of the published file as a formula; some take the wide signs too. */
const formula = /^[=+\-@＝＋－＠]/

/** The beginnings of the months in the offices' languages. */
const month =
  '(?:ene|jan|feb|fév|mar|abr|apr|avr|may|mai|jun|jui|jul|ago|aug|aoû|sep|oct|nov|dic|dec|déc)\\p{Ll}{0,2}\\.?'
const forms = ['\\d[.,]?\\d*E\\+\\d+', `\\d{1,2}[-/]${month}`, `${month}[-/]\\d\\d`, '\\d{1,2}/\\d{1,2}/\\d{4}']
/** A number that became a power of ten, "2,02603E+11", or a day: "10-nov", "nov-26", "10/11/2026". */
const convertedNumber = new RegExp(`(?<![\\p{L}\\d/-])(?:${forms.join('|')})(?![\\p{L}\\d])`, 'iu')

/** What a spreadsheet shows instead of a value, in any of the languages: "#REF!", "#¿NOMBRE?", "#N/A", "#####". */
const errorValue = /#(?:[¡¿]?[\p{Lu}/\d]+[!?]|N\/[AD]|#)|^Err:\d/u

/** An e-mail address or a telephone number. A batch may have nine digits too, but hardly in groups as in 34 960 000 000. */
export const personal = /\S@\S|(\d[ ().-]*){9}/
export const personalBatch = /\S@\S|\+\d{2}|(?<!\d[ .])\b((00)?3[34][ .]?[1-9]\d{0,2}|[06-9]\d{1,2})([ .]\d{2,3}){2,}\b/

/**
 * What may not be published in a cell: what a spreadsheet did to it when it opened or saved the file, or would do with it, and
 * what leads to a person.
 */
export function spoiledBy(cell: string, personalData: RegExp): ProblemCode | false {
  if (garbled.test(cell)) return 'register_garbled'
  if (formula.test(cell)) return 'register_formula'
  if (convertedNumber.test(cell) || errorValue.test(cell)) return 'register_turned'
  return personalData.test(cell) && 'register_personal'
}
