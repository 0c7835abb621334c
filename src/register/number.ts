import anyAscii from 'any-ascii'

/**
 * Reads a certificate's number as people type and paste it: two digits of the year, four of the count, a check character, with
 * any label before it ("n.º", "Cert:", an address), any dash, dot, space or invisible character, and digits of any script.
 * @returns its one spelling, 26-0041-4, or undefined
 */
export function readNumber(typed: string): string | undefined {
  // As nearly all cells of a large register are written.
  if (isSpelled(typed)) return numberOf(typed.slice(0, 2) + typed.slice(3, 7)) === typed ? typed : undefined
  const number = correctNumber(typed)
  return number?.at(-1) === signsOf(typed).at(-1) ? number : undefined
}

/** Whether a text has the form 26-0041-4, right or wrong. */
export const isSpelled = (text: string) => /^\d\d-\d{4}-[\dX]$/.test(text)

/** Whether something typed looks like a certificate's number, valid or not, with no country before it, which an oval has. */
export const looksLikeNumber = (typed: string) =>
  /^\d{5,7}[\dX]$/.test(signsOf(typed)) && !/^[^A-Z\d]*(?!N[OR])[A-Z]{2}(?![A-Z])/.test(asciiOf(typed))

/** A number with its last character corrected, for a message; undefined if it has not seven characters. */
export function correctNumber(typed: string): string | undefined {
  const signs = isSpelled(typed) ? typed.replaceAll('-', '') : signsOf(typed)
  const [digits] = /^\d{6}(?=[\dA-Z]$)/.exec(signs) ?? []
  return digits && numberOf(digits)
}

/** The number of a specimen, as an example: no certificate ever has it. */
export const specimenNumber = '00-0001-X'

/**
 * What has the form of a certificate's number in something longer: "26-0041-4, lote 250312", an address with a query. The right
 * ones come first.
 */
export function numbersIn(typed: string): string[] {
  const found = asciiOf(typed.slice(0, 1_000)).matchAll(
    /(?<![A-Z\d])(\d\d)([^A-Z\d]{0,3})(\d{4})([^A-Z\d]{0,3})([\dX])(?![A-Z\d])/g,
  )
  // The digits of an oval such as 26.00414/V are separated in another way.
  const numbers = [...found].flatMap(([, year, one, count, two, check]) =>
    Boolean(one) === Boolean(two) ? `${year}-${count}-${check}` : [],
  )
  return numbers.sort((one, other) => Number(readNumber(other) === other) - Number(readNumber(one) === one))
}

/** Whether something typed is written as only a certificate's number is: 26-0041-4. */
export const isWrittenAsNumber = (typed: string) =>
  /(?<![A-Z\d])\d\d[- .–]\d{4}[- .–][\dX](?![A-Z\d])/.test(asciiOf(typed.slice(0, 1_000)))

/**
 * The number of the next certificate.
 * @param numbers those that exist
 * @param day ISO 8601: its year begins the number
 */
export function nextNumber(numbers: string[], day: string): string {
  const year = day.slice(2, 4)
  const counts = numbers.filter((number) => number.startsWith(`${year}-`)).map((number) => Number(number.slice(3, 7)))
  return numberOf(year + String(Math.max(0, ...counts) + 1).padStart(4, '0'))
}

/** The number of six digits: its check character is that of ISO 7064, MOD 11-2, as in ORCID, where X stands for ten. */
export function numberOf(digits: string): string {
  let sum = 0
  for (const digit of digits) sum = (sum + Number(digit)) * 2
  const check = (12 - (sum % 11)) % 11
  return `${digits.slice(0, 2)}-${digits.slice(2)}-${check === 10 ? 'X' : check}`
}

/**
 * Capitals, signs and the decimal digits of any script in ASCII, and a year without its century. People type no other signs for
 * numbers here. A Greek or Cyrillic keyboard has another letter that looks like an X, and so has a sign.
 */
const asciiOf = (typed: string) =>
  anyAscii(typed.replace(/[ΧχХх×✕✖⨯]/g, 'X').replace(/\P{Nd}+/gu, (signs) => anyAscii(signs).replace(/\d/g, ' ')))
    .toUpperCase()
    .replace(/(?<!\d)20(?=\d\d[^A-Z\d]{1,3}\d{4}[^A-Z\d]{1,3}[\dX](?![A-Z\d]))/g, '')

/** The digits at the end of a text, with the letter behind them, without what separates them. A letter O stands for a zero. */
function signsOf(typed: string): string {
  // In ASCII, a sign may be many: without a limit, the pattern would take long.
  const [ending = ''] = /\d[^A-NP-Z:]*[A-Z]?[^\dA-Z]*$/.exec(asciiOf(typed).slice(-100)) ?? []
  return ending.replaceAll('O', '0').replace(/[^\dA-Z]/g, '')
}
