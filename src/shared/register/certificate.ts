/** The columns of content/register.csv, in its order. */
export const registerColumns = [
  'number',
  'holder',
  'plant',
  'oval',
  'town',
  'country',
  'covers',
  'from',
  'until',
  'suspended',
  'withdrawn',
  'ended',
  'replaced_by',
  'reason',
  'batches',
] as const
export type RegisterColumn = (typeof registerColumns)[number]
export const dayColumns = ['from', 'until', 'suspended', 'withdrawn', 'ended'] as const

/**
 * A line of content/register.csv; what is not given is ''. Days are ISO 8601, `country` is ISO 3166-1 alpha-2, `covers` and
 * `reason` are keys of content/texts/<language>/register.yml with a space between them.
 */
export type Certificate = Record<RegisterColumn, string>

export type CertificateState = 'in_force' | 'not_yet' | 'suspended' | 'withdrawn' | 'expired' | 'ended' | 'replaced'

/**
 * The state of a certificate, which is computed and never typed. The last day counts.
 * @param today the day in the site's time zone, ISO 8601
 */
export function stateOn(certificate: Certificate, today: string): CertificateState {
  const { from, until, suspended, withdrawn, ended, replaced_by } = certificate
  const hasCome = (day: string) => day !== '' && day <= today
  if (hasCome(withdrawn)) return 'withdrawn'
  if (hasCome(ended)) return 'ended'
  if (replaced_by) return 'replaced'
  if (until < today) return 'expired'
  if (hasCome(suspended)) return 'suspended'
  return from > today ? 'not_yet' : 'in_force'
}

/** @returns the day that a time falls on in a time zone, ISO 8601, as Swedish writes it */
export function dayIn(timeZone: string): (time: Date) => string {
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (time) => days.format(time)
}

/**
 * Reads a certificate's number: two digits of the year, four of the count, a check character. Spaces, missing hyphens, lower
 * case and a leading "CERT" are forgiven.
 * @returns its one spelling, 26-0041-4; or 'wrong' for what looks like a number and cannot be one; or undefined
 */
export function readNumber(typed: string): string | undefined {
  const compact = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/^CERT/, '')
  const [, year, count, check] = /^(\d{2})(\d{4})([\dX])$/.exec(compact) ?? []
  if (year && count && check === checkCharacter(year + count)) return `${year}-${count}-${check}`
  // An oval has letters or points in it, and seldom has a batch about seven characters.
  return /^\d{5,7}[\dX]$/.test(compact) ? 'wrong' : undefined
}

/** A number in its one spelling, and anything else as it was typed. */
export function inOneSpelling(typed: string): string {
  const number = readNumber(typed)
  return number === undefined || number === 'wrong' ? typed : number
}

/** The check character of some digits by ISO 7064, MOD 11-2, as in ORCID: X stands for ten. */
export function checkCharacter(digits: string): string {
  const sum = [...digits].reduce((total, digit) => (total + Number(digit)) * 2, 0)
  const check = (12 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
