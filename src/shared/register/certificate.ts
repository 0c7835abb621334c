/** A line of content/register.csv. Days are ISO 8601 (2026-03-12); a day that has not been set is ''. */
export type Certificate = {
  number: string
  /** Whom the certificate was granted to; '' where that is a person, and the plant is named instead. */
  holder: string
  plant: string
  /** The plant's identification mark. */
  oval: string
  town: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Keys of `covers` in content/texts/<language>/register.yml. */
  covers: string[]
  from: string
  /** The last day, which counts. */
  until: string
  suspended: string
  withdrawn: string
  ended: string
  /** The number of the certificate that took this one's place, or ''. */
  replacedBy: string
  /** A key of `reasons` in content/texts/<language>/register.yml, or ''. */
  reason: string
  /** Earlier batches that a suspension or withdrawal reaches too, or ''. */
  batches: string
}

export const certificateStates = [
  'in_force',
  'not_yet',
  'suspended',
  'withdrawn',
  'expired',
  'ended',
  'replaced',
] as const
export type CertificateState = (typeof certificateStates)[number]

/**
 * The state of a certificate, which is computed and never typed.
 * @param today the day in the site's time zone, ISO 8601
 */
export function stateOn(certificate: Certificate, today: string): CertificateState {
  const { from, until, suspended, withdrawn, ended, replacedBy } = certificate
  const hasCome = (day: string) => day !== '' && day <= today
  if (hasCome(withdrawn)) return 'withdrawn'
  if (hasCome(ended)) return 'ended'
  if (replacedBy) return 'replaced'
  if (until < today) return 'expired'
  if (hasCome(suspended)) return 'suspended'
  return from > today ? 'not_yet' : 'in_force'
}

/** The day that a time falls on in a time zone, ISO 8601. */
export const dayIn = (timeZone: string, time: Date): string =>
  // Swedish writes days as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
