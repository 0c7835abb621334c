import type { BuiltSite } from '../shared/built-site.ts'
import { allLanguages, initialLanguage, languages } from '../shared/languages.ts'
import { securityHeaders } from '../shared/security-headers.ts'
import { commonPolicy } from './content-security-policy.ts'

/** Cloudflare Pages reads lines of 2,000 characters at most; the header's name is part of one. */
const longestPolicy = 1_900

/**
 * The file `_headers`, as Netlify and Cloudflare Pages read it. They join all rules that match an address, and of two
 * security policies both would hold: so one rule has one policy for all files.
 */
export function renderHeaders({ files, earlier }: BuiltSite, origin: string): string {
  const headers = { ...securityHeaders(origin), 'content-security-policy': policyForAll(files, earlier) }
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
 * The file `_redirects`, as Netlify reads it: the not-found page of each language, the initial language's last. Cloudflare
 * Pages ignores these lines and finds the nearest 404.html itself.
 */
export function renderRedirects({ notFound }: BuiltSite): string {
  const last = [...allLanguages.filter((language) => language !== initialLanguage), initialLanguage]
  const rules = last.map((language) => `${languages[language].prefix}/* ${notFound[language]}.html 404\n`)
  return `# Written by the build for Netlify.\n${rules.join('')}`
}

/** One policy for the site's files, and for as many of those of earlier builds, the latest first, as a line has room for. */
function policyForAll(files: BuiltSite['files'], earlier: BuiltSite['earlier']): string {
  const policiesOf = (some: BuiltSite['files']) => Object.values(some).map((file) => file.contentSecurityPolicy)
  let policies = [...new Set(policiesOf(files))]
  for (const policy of new Set(policiesOf(earlier))) {
    const more = [...policies, policy]
    if (commonPolicy(more).length <= longestPolicy) policies = more
  }
  return commonPolicy(policies)
}

const properCase = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
