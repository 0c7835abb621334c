/** The policy of what is neither a page nor a drawing: nothing may be loaded, framed, sent or run. */
export const filePolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/**
 * The headers of every answer, also of a static host's and nginx's own (docs/promises.md, security). The content security policy is that of a
 * file; pages and drawings bring their own.
 * @param origin the public origin: if it has TLS, browsers are to use no other way
 */
export function securityHeaders(origin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': filePolicy,
    // For a year, browsers use TLS alone for this host (RFC 6797). Other hosts of the domain are not affected.
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
