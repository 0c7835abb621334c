import { expect } from 'vitest'

const promised = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin|strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /^default-src 'none'/,
}

/** Holds an answer to the headers of DESIGN.md section 9, each of them once. */
export function expectPromised(what: string, headers: Record<string, unknown>, isOwn = true): void {
  for (const [name, value] of Object.entries(promised))
    expect(String(headers[name] ?? 'missing'), `${what}: ${name}. See src/shared/security-headers.ts.`).toMatch(value)
  const policy = String(headers['content-security-policy'])
  expect(policy, what).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:|,/)
  expect(policy, what).toContain("require-trusted-types-for 'script'")
  // Nobody needs to know what the server is made of.
  expect([isOwn ? headers.server : undefined, headers['x-powered-by']], what).toEqual([undefined, undefined])
  expect(String(headers.server ?? ''), what).not.toMatch(/\d/)
}
