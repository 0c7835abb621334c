import { readFileSync } from 'node:fs'
import { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } from 'csp_evaluator'
import { Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, test } from 'vitest'
import { renderHeaders } from '../../src/build/static-host-files.ts'
import { allLanguages, languages } from '../../src/shared/languages.ts'
import { builtSite } from './built-pages.ts'
import { expectPromised } from './promised-headers.ts'

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
const headerLines = linesOf(readFileSync('dist/public/_headers', 'utf8'))
const redirects = linesOf(readFileSync('dist/public/_redirects', 'utf8')).map((line) => {
  const [source = '', target = '', status = ''] = line.split(' ')
  return { line, source, target, status }
})

/** The headers that the hosts give to an address: those of every rule that matches, joined where they are the same. */
function headersFor(address: string, lines = headerLines): Record<string, string> {
  const headers: Record<string, string> = {}
  let isMeant = false
  for (const line of lines) {
    if (!line.startsWith(' ')) isMeant = new RegExp(`^${line.replaceAll('*', '.*')}$`).test(address)
    else if (isMeant) {
      const [, name = '', value = ''] = /^ +([^:]+): (.*)$/.exec(line) ?? []
      headers[name.toLowerCase()] = [headers[name.toLowerCase()], value].filter(Boolean).join(', ')
    }
  }
  return headers
}

const directivesOf = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]))

describe('_headers', () => {
  test('keeps within what Cloudflare Pages reads: 100 rules, 2,000 characters a line', () => {
    expect(headerLines.filter((line) => !line.startsWith(' ')).length).toBeLessThanOrEqual(100)
    for (const line of headerLines) expect(line.length, `${line.slice(0, 60)}… is too long.`).toBeLessThanOrEqual(2_000)
  })

  test('gives every file the headers of every answer, and immutable caching below /assets alone', () => {
    const files = Object.entries(builtSite.files)
    expect(files.length).toBeGreaterThan(21)
    for (const [address, { immutable }] of files) {
      const headers = headersFor(encodeURI(address))
      expectPromised(address, headers)
      expect([address, headers['cache-control']?.includes('immutable') ?? false]).toEqual([address, immutable])
    }
    expectPromised('a not-found page', headersFor('/no-existe'))
  })

  test('lets every file do what its own policy lets it do', () => {
    for (const [address, { contentSecurityPolicy }] of Object.entries(builtSite.files)) {
      const common = directivesOf(headersFor(encodeURI(address))['content-security-policy'] ?? '')
      for (const [name, sources] of directivesOf(contentSecurityPolicy))
        for (const source of sources.filter((source) => source !== "'none'"))
          expect(common.get(name), `${address} needs ${name} ${source}.`).toContain(source)
    }
  })

  test('allows no more than the policies together, but that the site may frame itself', () => {
    const files = { ...builtSite.earlier, ...builtSite.files }
    const own = Object.values(files).map((file) => directivesOf(file.contentSecurityPolicy))
    const common = directivesOf(headersFor('/')['content-security-policy'] ?? '')
    for (const [name, sources] of common)
      for (const source of sources)
        expect(
          own.some((policy) => policy.get(name)?.includes(source)),
          `${name} ${source} is in no policy of the site.`,
        ).toBe(true)
    expect(common.get('frame-ancestors')).toEqual(["'self'"])
    expect(common.get('default-src')).toEqual(["'none'"])
  })

  test('satisfies csp_evaluator, behind TLS', () => {
    const headers = headersFor('/', linesOf(renderHeaders(builtSite, 'https://www.example.org')))
    const findings = new CspEvaluator(new CspParser(headers['content-security-policy'] ?? '').csp)
      .evaluate([], [...DEFAULT_CHECKS, ...STRICTCSP_CHECKS])
      // See policies.test.ts.
      .filter(({ type }) => type !== Type.SCRIPT_ALLOWLIST_BYPASS && type !== Type.UNSAFE_INLINE_FALLBACK)
    expect(findings).toEqual([])
  })
})

describe('_redirects', () => {
  test('names a not-found page for each language, that of the initial language last', () => {
    const prefixes = allLanguages.map((language) => languages[language].prefix)
    expect(prefixes.slice(0, 3)).toEqual(['', '/en', '/fr'])
    const last = [...prefixes.filter(Boolean), '']
    expect(redirects).toMatchObject(
      last.map((prefix) => ({ source: `${prefix}/*`, target: `${prefix}/404.html`, status: '404' })),
    )
    for (const { target } of redirects) expect(readFileSync(`dist/public${target}`, 'utf8')).toContain('<h1')
  })
})
