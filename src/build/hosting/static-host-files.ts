import type { BuiltSite } from '../../shared/built-site.ts'
import { allLanguages, initialLanguage, languages } from '../../shared/languages.ts'
import { securityHeaders } from '../../shared/security-headers.ts'
import { commonPolicy } from '../content-security-policy.ts'
import { nearMissAddresses } from './near-miss-addresses.ts'

/** How many single addresses Cloudflare Pages redirects at most. */
const mostRedirects = 2_000

/**
 * The file `_headers`, as Netlify and Cloudflare Pages read it. Rules that match the same address are joined there, so
 * the security policy stands in one rule alone and is one for all files: two would both hold.
 */
export function renderHeaders({ files }: BuiltSite, origin: string): string {
  const policies = [...new Set(Object.values(files).map((file) => file.contentSecurityPolicy))]
  const headers = { ...securityHeaders(origin), 'content-security-policy': commonPolicy(policies) }
  return `# Written by the build for Netlify and Cloudflare Pages.
/*
${Object.entries(headers)
  .map(([name, value]) => `  ${properCase(name)}: ${value}\n`)
  .join('')}
# Their names hold a hash of what they hold.
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`
}

/**
 * The file `_redirects`, as Netlify and Cloudflare Pages read it: the near misses, and the not-found page of each
 * language. The last is for Netlify; Cloudflare Pages passes over such lines and finds the nearest 404.html by itself.
 */
export function renderRedirects({ addresses, notFound }: BuiltSite): string {
  const redirects = nearMissAddresses(addresses).slice(0, mostRedirects)
  const notFoundRules = allLanguages
    .filter((language) => language !== initialLanguage)
    .map((language) => `${languages[language].prefix}/* ${notFound[language]}.html 404\n`)
  return `# Written by the build for Netlify and Cloudflare Pages.
${redirects.map(({ address, target }) => `${encodeURI(address)} ${encodeURI(target)} 301\n`).join('')}
${notFoundRules.join('')}/* ${notFound[initialLanguage]}.html 404
`
}

const properCase = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
