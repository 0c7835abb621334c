/** For a year, browsers ask for this host over TLS alone (RFC 6797), and are told nothing of other hosts of the domain. */
const hsts = 'max-age=31536000'

/** The policy of what is neither a page nor a drawing: nothing may be loaded, framed, sent or run. */
export const filePolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/**
 * On every answer, whatever it is and whoever gives it (docs/promises.md, security). The content security policy is that of a
 * file; pages and drawings bring their own.
 * @param origin the public origin: behind TLS, browsers are told to stay there
 */
export function securityHeaders(origin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': filePolicy,
    ...(origin.startsWith('https:') && { 'strict-transport-security': hsts }),
  }
}
