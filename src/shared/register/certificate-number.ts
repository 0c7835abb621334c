/** What somebody typed for a certificate's number: a number, one with a wrong character, or something else. */
export type TypedNumber =
  | { kind: 'number'; number: string }
  | { kind: 'wrong-character'; typed: string }
  | { kind: 'words' }

/**
 * Reads a certificate's number: two digits of the year, four of the count, a check character. Spaces, missing hyphens, small
 * letters and a leading "CERT" are forgiven.
 * @returns the number in its one spelling, 26-0041-4
 */
export function readNumber(typed: string): TypedNumber {
  const compact = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/^CERT/, '')
  const [, year, count, check] = /^(\d{2})(\d{4})([\dX])$/.exec(compact) ?? []
  if (year && count && check === checkCharacter(year + count))
    return { kind: 'number', number: `${year}-${count}-${check}` }
  // An oval has letters or points in it, and a batch seldom has about seven characters.
  return /^\d{5,7}[\dX]$/.test(compact) ? { kind: 'wrong-character', typed: typed.trim() } : { kind: 'words' }
}

/** The check character of some digits by ISO 7064, MOD 11-2, as in ORCID: X stands for ten. */
export function checkCharacter(digits: string): string {
  const sum = [...digits].reduce((total, digit) => (total + Number(digit)) * 2, 0)
  const check = (12 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
