/** A mail that a page has begun: its subject, and what the reader fills in, one line each. */
export type MailDraft = { subject: string; lines: string[] }

/**
 * A link that opens the visitor's own mail with the draft in it (RFC 6068: everything in percent signs, lines ended by
 * CR LF).
 */
export function mailLink(address: string, { subject, lines }: MailDraft): string {
  const body = lines.map((line) => `${line} \r\n`).join('')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
