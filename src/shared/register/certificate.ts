/** The columns of content/register.csv; they may be in another order there. */
export const registerColumns = [
  ...['number', 'holder', 'plant', 'oval', 'town', 'country', 'covers'],
  ...['from', 'until', 'suspended', 'withdrawn', 'ended', 'replaced_by', 'reason', 'batches'],
] as const
export const dayColumns = ['from', 'until', 'suspended', 'withdrawn', 'ended'] as const

/**
 * A line of content/register.csv; what is not given is ''. Days are ISO 8601, `country` is ISO 3166-1 alpha-2, `covers` and
 * `reason` are keys of content/texts/<language>/register.yml with a space between them.
 */
export type Certificate = Record<RegisterColumn, string>
export type RegisterColumn = (typeof registerColumns)[number]

/** A certificate as it may be shown on a day. */
export type ShownCertificate = Certificate & { state: State }

/** The states in the order of lists. */
export const states = ['in_force', 'suspended', 'withdrawn', 'not_yet', 'expired', 'ended', 'replaced'] as const
type State = (typeof states)[number]

/**
 * The state of a certificate, which is computed and never typed. The last day counts.
 * @param today the day in the site's time zone, ISO 8601
 */
export function stateOn(certificate: Certificate, today: string): State {
  const { from, until, suspended, withdrawn, ended, replaced_by } = certificate
  if (withdrawn && withdrawn <= today) return 'withdrawn'
  if (ended && ended <= today) return 'ended'
  if (replaced_by) return 'replaced'
  if (until < today) return 'expired'
  if (suspended && suspended <= today) return 'suspended'
  return from > today ? 'not_yet' : 'in_force'
}

/** Before its day, a suspension, a withdrawal, an end and their reason say nothing. */
export function shownOn(certificate: Certificate, today: string): ShownCertificate {
  const shown = { ...certificate, state: stateOn(certificate, today) }
  for (const column of ['suspended', 'withdrawn', 'ended'] as const) if (shown[column] > today) shown[column] = ''
  const { suspended, withdrawn, ended, replaced_by } = shown
  if (!suspended && !withdrawn && !ended && !replaced_by) shown.reason = ''
  if (!suspended && !withdrawn) shown.batches = ''
  return shown
}

/** The day that a time falls on in a time zone: sv-SE formats ISO 8601. */
export const dayIn = (timeZone: string, time: Date) => time.toLocaleDateString('sv-SE', { timeZone })

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')
