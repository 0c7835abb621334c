import type { Certificate, Decision } from './register.ts'

export type Change = { certificate: Certificate; decision: Decision }

/** The decisions of the last twelve months whose day has come, the newest first. @param today ISO 8601 */
export function changesUntil(certificates: Certificate[], today: string): Change[] {
  const since = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  const changes: Change[] = []
  for (const certificate of certificates)
    for (const decision of certificate.decisions)
      if (decision.day > since && decision.day <= today) changes.push({ certificate, decision })
  return changes.sort((one, other) => (one.decision.day < other.decision.day ? 1 : -1))
}
