import { alternatesOf } from '../shared/document.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { type Language, publishedLanguages } from '../shared/languages.ts'
import { ownAddresses } from '../shared/own-addresses.ts'

/** Every page in every language, each with its other languages (sitemaps.org; alternates as Google documents them). */
export function renderSitemap(pages: Record<Language, string>[], origin: string): string {
  const absolute = (path: string) => escapeMarkup(new URL(path, origin).href)
  const entries = pages.flatMap((addresses) => {
    const alternates = alternatesOf(addresses).map(
      ([language, path]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${absolute(path)}"/>\n`,
    )
    return publishedLanguages.map(
      (language) => `  <url>\n    <loc>${absolute(addresses[language])}</loc>\n${alternates.join('')}  </url>\n`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('')}</urlset>
`
}

export function renderRobots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL(ownAddresses.sitemap, origin)}\n`
}

/** Where to report a vulnerability (RFC 9116). @param email the organisation's @param now the file expires a year later, less a day */
export function renderSecurityContact(email: string, origin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate() - 1))
  return `Contact: mailto:${email}
Expires: ${expires.toISOString()}
Preferred-Languages: ${publishedLanguages.join(', ')}
Canonical: ${new URL(ownAddresses.securityContact, origin)}
`
}
