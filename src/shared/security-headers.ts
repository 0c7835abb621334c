/** The policy of files that are neither pages nor drawings: nothing may be loaded, framed, sent or run. */
export const filePolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/**
 * The headers of every answer, also on a static host and in nginx's own answers (docs/promises.md, security). Pages and drawings
 * have another content security policy.
 * @param origin the public origin: if it has TLS, browsers must always use TLS
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

/**
 * The headers of what exists to be shown on other sites, beside or instead of those of every answer: pictures, and data for
 * machines. Pages, scripts and the data of pages may not be.
 */
export const sharedHeaders = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
