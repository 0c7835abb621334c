import type { BuiltSite } from '../shared/built-site.ts'
import { allLanguages, initialLanguage, languages, notFoundAddress } from '../shared/languages.ts'
import { securityHeaders, sharedHeaders } from '../shared/security-headers.ts'
import { commonPolicy } from './content-security-policy.ts'
import { icons } from './drawing/icons.ts'

/**
 * The file `_headers`, as Netlify and Cloudflare Pages read it. They join all rules that match an address, and two joined
 * security policies would both apply: so one rule has one policy for all files.
 */
export function renderHeaders({ files, settings }: BuiltSite): string {
  const policies = Object.values(files).map((file) => file.contentSecurityPolicy)
  const headers = { ...securityHeaders(settings.origin), 'content-security-policy': commonPolicy(policies) }
  const pictures = ['/assets/cards/*', '/assets/pictures/*', ...icons.map(([address]) => address)]
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers)
      .map(([name, value]) => `  ${name}: ${value}\n`)
      .join('')
  return `# Written by the build for Netlify and Cloudflare Pages.
/*
${lines(headers)}
# Their names contain a hash of their content.
/assets/*
  cache-control: public, max-age=31536000, immutable

# Other sites may show them. The host joins this value to the one above, and browsers ignore a joined Cross-Origin-Resource-Policy
# (Fetch, section 3.7).
${pictures.map((address) => `${address}\n${lines(sharedHeaders)}`).join('\n')}`
}

/**
 * The file `_redirects`, as Netlify and Cloudflare Pages read it: old addresses, and for Netlify the not-found page of each
 * language, the initial language's last. Cloudflare Pages ignores those lines and finds the nearest 404.html itself.
 */
export function renderRedirects({ redirects, files }: Pick<BuiltSite, 'redirects' | 'files'>): string {
  // The hosts show a page also at the name of its file, /contact.html, and might apply a rule for that to the page: a circle.
  const isPage = (address: string) => (address.replace(/(\/index)?(\.html)?\/?$/, '') || '/') in files
  const old = Object.entries(redirects)
    .filter(([from]) => !isPage(from))
    .map((addresses) => `${addresses.map(encodeURI).join(' ')} 301\n`)
  const last = [...allLanguages.filter((language) => language !== initialLanguage), initialLanguage]
  const rules = last.map((language) => `${languages[language].prefix}/* ${notFoundAddress(language)}.html 404\n`)
  return `# Written by the build for Netlify and Cloudflare Pages.\n${old.join('')}${rules.join('')}`
}
