import { expect } from 'vitest'

/**
 * docs/promises.md, security. `default-src` does not apply to the last three directives: if they are missing, everything is
 * allowed (CSP3 section 6.1). A header that is sent twice is joined by a comma, and two policies both apply.
 */
const promised: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin|strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'content-security-policy':
    /^default-src 'none'; (?!.*(unsafe-inline|unsafe-eval|\*|http:|,))(?=.*\brequire-trusted-types-for 'script')(?=.*\bbase-uri )(?=.*\bform-action )(?=.*\bframe-ancestors )/,
}

/** Checks that an answer has the promised headers, and none that names the server's software. */
export function expectPromised(what: string, headers: Record<string, unknown>): void {
  const broken = Object.entries(promised).filter(([name, value]) => !value.test(String(headers[name] ?? '')))
  const found = broken.map(([name]) => `${name}: ${headers[name]}`)
  const names = ['server', 'x-powered-by'].filter((name) => name in headers)
  expect([...found, ...names], `${what}. See src/shared/security-headers.ts.`).toEqual([])
}
