import { expect } from 'vitest'

const promised: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin|strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /^default-src 'none'/,
}

type Headers = Record<string, unknown>

/**
 * Checks that an answer has the headers of docs/promises.md, security, each of them once.
 * @param isOwn whether the site's own server answered: other servers may send their name, but not their version
 */
export function expectPromised(what: string, headers: Headers, isOwn = true): void {
  expect(brokenPromises(headers, isOwn), `${what}. See src/shared/security-headers.ts.`).toEqual([])
}

function brokenPromises(headers: Headers, isOwn: boolean): string[] {
  return [
    ...Object.entries(promised)
      .filter(([name, value]) => !value.test(String(headers[name] ?? '')))
      .map(([name]) => `${name} is ${shown(headers[name])}`),
    ...policyFaults(String(headers['content-security-policy'] ?? '')),
    ...talk(headers, isOwn),
  ]
}

/** `default-src` does not stand in for these: where they are missing, everything is allowed (CSP3 section 6.1). */
const ownDirectives = ['base-uri', 'form-action', 'frame-ancestors']

function policyFaults(policy: string): string[] {
  // Two policies arrive joined by a comma.
  const loose = policy.match(/unsafe-inline|unsafe-eval|\*|http:|,/)
  return [
    ...(loose ? [`content-security-policy holds "${loose[0]}"`] : []),
    ...(policy && !policy.includes("require-trusted-types-for 'script'")
      ? ['content-security-policy does not ask for Trusted Types']
      : []),
    ...ownDirectives
      .filter((name) => policy && !policy.split('; ').some((directive) => directive.startsWith(`${name} `)))
      .map((name) => `content-security-policy says nothing of ${name}`),
  ]
}

/** Headers that tell what software the server is made of. */
function talk(headers: Headers, isOwn: boolean): string[] {
  const { server, 'x-powered-by': poweredBy } = headers
  return [
    ...(poweredBy === undefined ? [] : [`x-powered-by is ${shown(poweredBy)}`]),
    ...(server !== undefined && (isOwn || /\d/.test(String(server))) ? [`server is ${shown(server)}`] : []),
  ]
}

const shown = (value: unknown) => (value === undefined ? 'missing' : `"${String(value).slice(0, 80)}"`)
