const plantColumns = ['number', 'holder', 'plant', 'oval', 'town', 'country'] as const
export const dayColumns = ['from', 'until', 'suspended', 'withdrawn', 'ended'] as const
const otherColumns = ['covers', 'replaced_by', 'reason', 'batches'] as const
/** The columns of content/register.csv, in any order. */
export const registerColumns = [...plantColumns, ...dayColumns, ...otherColumns]

/**
 * A line of content/register.csv; what is not given is ''. Days are ISO 8601, `country` is ISO 3166-1 alpha-2, `covers` and
 * `reason` are keys of content/texts/<language>/register.yml with a space between them.
 */
export type Certificate = Record<(typeof registerColumns)[number], string>

/**
 * The state of a certificate, which is computed and never typed. The last day counts.
 * @param today the day in the site's time zone, ISO 8601
 */
export function stateOn(certificate: Certificate, today: string) {
  const { from, until, suspended, withdrawn, ended, replaced_by } = certificate
  const hasCome = (day: string) => day !== '' && day <= today
  if (hasCome(withdrawn)) return 'withdrawn'
  if (hasCome(ended)) return 'ended'
  if (replaced_by) return 'replaced'
  if (until < today) return 'expired'
  if (hasCome(suspended)) return 'suspended'
  return from > today ? 'not_yet' : 'in_force'
}

/** The day that a time falls on in a time zone: sv-SE formats ISO 8601. */
export const dayIn = (timeZone: string, time: Date) => time.toLocaleDateString('sv-SE', { timeZone })

/**
 * Reads a certificate's number: two digits of the year, four of the count, a check character. Spaces, missing hyphens, lower
 * case and a leading "CERT" are forgiven.
 * @returns its one spelling, 26-0041-4, or undefined
 */
export function readNumber(typed: string): string | undefined {
  const [, year, count, check] = /^(\d{2})(\d{4})([\dX])$/.exec(compact(typed)) ?? []
  return year && count && check === checkCharacter(year + count) ? `${year}-${count}-${check}` : undefined
}

/** Whether a search looks like a number, valid or not: an oval has letters or points, and few batches have this length. */
export const looksLikeNumber = (typed: string) => /^\d{5,7}[\dX]$/.test(compact(typed))

function compact(typed: string): string {
  const signs = typed.normalize('NFKC').toUpperCase()
  return signs.replace(/[\s\p{Pd}]/gu, '').replace(/^CERT/, '')
}

/** The check character of some digits by ISO 7064, MOD 11-2, as in ORCID: X stands for ten. */
export function checkCharacter(digits: string): string {
  const sum = [...digits].reduce((total, digit) => (total + Number(digit)) * 2, 0)
  const check = (12 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
