import type { Certificate, ShownCertificate, State } from '../shared/register-page.ts'

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
