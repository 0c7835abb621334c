import type { State } from '../shared/register-page.ts'
import type { Certificate, Decision } from './register.ts'

type Kind = Decision['decision']

/** No other decision follows it. */
export const isFinal = (kind: Kind): kind is 'withdrawn' | 'ended' | 'replaced' =>
  kind === 'withdrawn' || kind === 'ended' || kind === 'replaced'

/** The decisions up to a day, the earliest first. Hides those whose day has not come, with their reason. */
export const decisionsUntil = ({ decisions }: Pick<Certificate, 'decisions'>, day: string): Decision[] =>
  decisions.filter((each) => each.day <= day)

/**
 * The state of a certificate on a day, which is computed and never typed: it follows from the decisions up to that day. The last
 * day counts.
 * @param day in the site's time zone, ISO 8601
 */
export function stateOn(certificate: Pick<Certificate, 'from' | 'until' | 'decisions'>, day: string): State {
  const kinds = decisionsUntil(certificate, day).map(({ decision }) => decision)
  const end = kinds.find(isFinal)
  if (end) return end
  if (certificate.until < day) return 'expired'
  if (kinds.at(-1) === 'suspended') return 'suspended'
  return certificate.from <= day ? 'in-force' : 'not-yet'
}
