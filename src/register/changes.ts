import type { Certificate, Decision } from './register.ts'

/** @property at when it came into effect on the site, or was corrected there last */
type Change = { certificate: Certificate; decision: Decision; isAnnulled: boolean; at: Date }

/** When a decision came into effect on the site: at the beginning of its day, unless it was made or corrected later. */
const publishedAt = ({ day, at, corrected }: Decision) =>
  new Date(Math.max(Date.parse(day), at ?? 0, Number(corrected ?? 0)))

/** What came into effect in the last twelve months, the newest first; what was corrected, once, where it was corrected. @param today ISO 8601 */
export function changesUntil(certificates: Certificate[], today: string): Change[] {
  const since = new Date(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`)
  const changes = certificates.flatMap((certificate) =>
    [certificate.decisions, certificate.annulled].flatMap((decisions, index) =>
      decisions.flatMap((decision): Change[] => {
        const at = publishedAt(decision)
        return decision.day <= today && at > since ? [{ certificate, decision, isAnnulled: index === 1, at }] : []
      }),
    ),
  )
  return changes.reverse().sort((one, other) => Number(other.at) - Number(one.at))
}
