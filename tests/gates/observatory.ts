import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'node-html-parser'

/** What a rule finds in an answer, and what that adds to the score. */
export type Finding = { rule: string; result: string; points: number }

/**
 * The rules of Mozilla's HTTP Observatory, version 4 of its algorithm, as its package @mdn/mdn-http-observatory 1.4.8 has
 * them (src/analyzer/tests, src/grader/charts.js): the same names for the results, the same points. The package itself
 * asks real hosts by name, fetches lists of domains when it is installed, and brings two hundred others.
 * Left out is what only a host has: its certificate, its place on the list of preloaded domains, and whether plain HTTP
 * leads to TLS. The site sets no cookie, so any cookie counts as a bad one.
 * @returns one finding for each rule
 */
export function observe({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }): Finding[] {
  const policy = parsePolicy(String(headers['content-security-policy'] ?? ''))
  return [
    contentSecurityPolicy(policy),
    choose('cookies', [[headers['set-cookie'] === undefined, 'cookies-not-found', 0]], 'cookies-found', -20),
    choose(
      'cross-origin-resource-sharing',
      [
        [headers['access-control-allow-origin'] === undefined, 'cross-origin-resource-sharing-not-implemented', 0],
        [
          headers['access-control-allow-origin'] === '*',
          'cross-origin-resource-sharing-implemented-with-public-access',
          0,
        ],
      ],
      'cross-origin-resource-sharing-implemented',
      -50,
    ),
    referrerPolicy(headers['referrer-policy']),
    strictTransportSecurity(headers['strict-transport-security']),
    subresourceIntegrity(String(headers['content-type'] ?? ''), body),
    choose(
      'x-content-type-options',
      [[headers['x-content-type-options'] === 'nosniff', 'x-content-type-options-nosniff', 0]],
      'x-content-type-options-not-implemented',
      -5,
    ),
    choose(
      'x-frame-options',
      [
        [policy.has('frame-ancestors'), 'x-frame-options-implemented-via-csp', 5],
        [/^(deny|sameorigin)$/i.test(String(headers['x-frame-options'])), 'x-frame-options-sameorigin-or-deny', 5],
      ],
      'x-frame-options-not-implemented',
      -20,
    ),
    choose(
      'cross-origin-resource-policy',
      [
        [
          /^same-(origin|site)$/.test(String(headers['cross-origin-resource-policy'])),
          `corp-implemented-with-${headers['cross-origin-resource-policy']}`,
          10,
        ],
      ],
      'corp-not-implemented',
      0,
    ),
  ]
}

/** A score of 100 or more is an A+. What adds to it counts only once what takes from it leaves at least 90. */
export function scoreOf(findings: Finding[]): number {
  const sum = (points: number[]) => points.reduce((one, other) => one + other, 100)
  const points = findings.map((finding) => finding.points)
  const uncurved = sum(points.filter((count) => count < 0))
  return uncurved >= 90 ? sum(points) : uncurved
}

type Case = [holds: boolean, result: string, points: number]

function choose(rule: string, cases: Case[], otherwise: string, points: number): Finding {
  const [, result, found] = cases.find(([holds]) => holds) ?? [true, otherwise, points]
  return { rule, result, points: found }
}

type Policy = Map<string, string[]>

function parsePolicy(policy: string): Policy {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/))
  return new Map(directives.filter(([name]) => name).map(([name = '', ...sources]) => [name, sources]))
}

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*', 'data:', 'blob:']
const broadOrInline = [...broad, "'unsafe-inline'"]

function contentSecurityPolicy(policy: Policy): Finding {
  const sourcesOf = (directive: string) => policy.get(directive) ?? policy.get('default-src') ?? ['*']
  const has = (directive: string, wanted: string[]) => sourcesOf(directive).some((source) => wanted.includes(source))
  const isInsecure = [...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))
  const isUnsafe = has('script-src', broadOrInline) || has('object-src', broad)
  const evaluates = has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])
  return choose(
    'content-security-policy',
    [
      [policy.size === 0, 'csp-not-implemented', -25],
      [isUnsafe, 'csp-implemented-with-unsafe-inline', -20],
      [isInsecure, 'csp-implemented-with-insecure-scheme', -20],
      [evaluates, 'csp-implemented-with-unsafe-eval', -10],
      [has('style-src', broadOrInline), 'csp-implemented-with-unsafe-inline-in-style-src-only', 0],
      [policy.get('default-src')?.join() === "'none'", 'csp-implemented-with-no-unsafe-default-src-none', 10],
    ],
    'csp-implemented-with-no-unsafe',
    5,
  )
}

function referrerPolicy(value: string | string[] | undefined): Finding {
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
  return choose(
    'referrer-policy',
    [
      [value === undefined, 'referrer-policy-not-implemented', 0],
      [good.includes(String(value)), 'referrer-policy-private', 5],
    ],
    'referrer-policy-unsafe',
    -5,
  )
}

const sixMonths = 15_552_000

function strictTransportSecurity(value: string | string[] | undefined): Finding {
  const seconds = Number(/^max-age=(\d+)(?:;|$)/.exec(String(value))?.[1])
  return choose(
    'strict-transport-security',
    [
      [value === undefined, 'hsts-not-implemented', -20],
      [seconds >= sixMonths, 'hsts-implemented-max-age-at-least-six-months', 0],
      [seconds >= 0, 'hsts-implemented-max-age-less-than-six-months', -10],
    ],
    'hsts-header-invalid',
    -20,
  )
}

function subresourceIntegrity(type: string, body: Buffer): Finding {
  const scripts = type.startsWith('text/html') ? parse(String(body)).querySelectorAll('script[src]') : []
  const isForeign = scripts.some((script) => /^(https?:)?\/\//.test(script.getAttribute('src') ?? ''))
  return choose(
    'subresource-integrity',
    [
      [!type.startsWith('text/html'), 'sri-not-implemented-response-not-html', 0],
      [scripts.length === 0, 'sri-not-implemented-but-no-scripts-loaded', 0],
      [!isForeign, 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin', 0],
    ],
    'sri-not-implemented-but-external-scripts-loaded-securely',
    -5,
  )
}
