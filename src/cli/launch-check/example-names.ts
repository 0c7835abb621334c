/** Names that are kept for examples and tests (RFC 2606, RFC 6761), and those of this very machine. */
const notPublic = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local)$/

/** Whether a name cannot be that of a public host: it is kept for examples, without a domain, or an address in numbers. */
export function isExampleHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return notPublic.test(name) || !name.includes('.') || /^[\d.]+$/.test(name)
}

/** Whether an address, with or without a name before it, is one that no mail can reach. */
export const isExampleMailbox = (mailbox: string) =>
  isExampleHost(/@([^@>\s]+)>?$/.exec(mailbox.trim())?.[1] ?? mailbox)
