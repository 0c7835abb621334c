import type { ProblemCode } from '../shared/problem.ts'

/**
 * UTF-8 read as if it were an encoding of Windows or macOS: "CÃ¡rnicas", "MiÄ™sne", "C√°rnicas"; letters that were lost:
 * "C?rnicas". A capital such as Ã is followed by one of these signs or letters in no language.
 */
const garbled =
  /\p{L}\?\p{L}|\p{Ll}[ÂÃ]|[√≈]|â[€„\x80-\x9f]|[ÂÃÄÅÎÏÐĂĹ][\x80-\xbfŒœŠšŽžŸˆ˜‚ƒ„…†‡‰‹›‘’“”•–—€™ˇ˘˛˝łąşľżśťź]/u

/** A spreadsheet would run such a cell of the published file as a formula; some take wide signs too. */
const formula = /^[=+\-@]/

/** The beginnings of the months in the offices' languages. */
const month =
  '(?:ene|jan|feb|fév|mar|abr|apr|avr|may|mai|jun|jui|jul|ago|aug|aoû|sep|oct|nov|dic|dec|déc)\\p{Ll}{0,2}\\.?'
const forms = ['\\d[.,]?\\d*E\\+\\d+', `\\d{1,2}[-/]${month}`, `${month}[-/]\\d\\d`, '\\d{1,2}/\\d{1,2}/\\d{4}']
/** A number that became a power of ten, "2,02603E+11", or a day: "10-nov", "nov-26", "10/11/2026". */
const convertedNumber = new RegExp(`(?<![\\p{L}\\d/-])(?:${forms.join('|')})(?![\\p{L}\\d])`, 'iu')

/**
 * What else a spreadsheet makes of a batch: "26061002,00", "2.6E7", a share of a day, a truth, thousands; or the sign before a text
 * that it shall not change.
 */
const convertedBatch =
  /(?<![\p{L}\d.,/-])(?:\d+[.,]0{1,2}(?!\d|\p{L}|\.\d)|\d[.,]\d+E[+-]?\d|0[.,]\d{3}|\d\d?(?:,\d{3}){2,}(?!\d)|['’´])|(?<!\p{L})(?:VERDADERO|FALSO|TRUE|FALSE|VRAI|FAUX)(?!\p{L})/u

/** What a spreadsheet shows instead of a value, in any of the languages: "#REF!", "#¿NOMBRE?", "#N/A", "#####". */
const errorValue = /#(?:[¡¿]?[\p{Lu}/\d]+[!?]|N\/[AD]|#)|^Err:\d/u

/** An e-mail address or a telephone number. A batch may have nine digits too, but hardly in groups as in 34 960 000 000. */
const personal = /\S@\S|(\d[ ().-]*){9}/
const personalBatch = /\S@\S|\+\d{2}|(?<!\d[ .])\b((00)?3[34][ .]?[1-9]\d{0,2}|[06-9]\d{1,2})([ .]\d{2,3}){2,}\b/

/**
 * What may not be published in a cell, also in wide letters: what a spreadsheet did to it when it opened or saved the file, or would
 * do with it, and what leads to a person.
 */
export function spoiledBy(written: string, kind: 'text' | 'batches' = 'text'): ProblemCode | false {
  const cell = written.normalize('NFKC')
  if (garbled.test(written)) return 'register_garbled'
  if (formula.test(cell)) return 'register_formula'
  if (convertedNumber.test(cell) || errorValue.test(cell)) return 'register_turned'
  if (kind === 'batches' && convertedBatch.test(cell)) return 'register_turned'
  return (kind === 'batches' ? personalBatch : personal).test(cell) && 'register_personal'
}
