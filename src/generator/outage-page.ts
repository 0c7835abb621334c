import { escapeMarkup } from '../shared/escape-markup.ts'
import { initialLanguage, isDraft } from '../shared/languages.ts'
import { securityHeaders } from '../shared/security-headers.ts'
import type { LanguageSite } from '../site/compose.ts'
import { outage } from './content.ts'
import { drawingPolicy } from './content-security-policy.ts'
import { colourOf, type Scheme } from './drawing/palette.ts'

/**
 * The page that a reverse proxy shows, in every language, while the site's own server does not answer. It loads no other
 * file, because those may be unavailable too.
 */
export function renderOutagePage(sites: LanguageSite[]): string {
  const published = sites.filter(({ shell }) => !isDraft(shell.language))
  const sections = published.map(({ shell: { language, email }, plain }) => {
    const { page_title, page_help } = plain('outage', outage)
    const help = escapeMarkup(page_help).replace(
      email,
      `<!--email_off--><a href="mailto:${email}">${email}</a><!--/email_off-->`,
    )
    return `<section lang="${language}"><h2>${escapeMarkup(page_title)}</h2><p>${help}</p></section>`
  })
  const name = escapeMarkup(sites[0]?.shell.name ?? '')
  return `<!doctype html><html lang="${initialLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${name}</title><style>${outageStyle()}</style></head><body><main><h1>${name}</h1>${sections.join('')}</main></body></html>`
}

/** The headers of nginx's own answers; the server sends its own. */
export function renderNginxHeaders(origin: string): string {
  const headers = {
    ...securityHeaders(origin),
    'content-security-policy': drawingPolicy([outageStyle()]),
    'cache-control': 'no-store',
  }
  const lines = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;\n`)
  return `# Written by the build; deploy/nginx.conf includes it.\n${lines.join('')}`
}

function outageStyle(): string {
  const colours = (scheme: Scheme) => {
    const colour = (role: string) => colourOf(`color-${role}`, scheme)
    return `body{background:${colour('page')};color:${colour('text')}}h2{color:${colour('heading')}}a{color:${colour('link')}}`
  }
  return `:root{color-scheme:light dark}body{margin:0;padding:2rem 1rem;font:1.125rem/1.5 sans-serif}main{max-inline-size:36rem;margin-inline:auto}h1{font:inherit}h2{font:700 1.5rem/1.25 serif}${colours('light')}@media(prefers-color-scheme:dark){${colours('dark')}}`
}
