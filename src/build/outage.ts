import type { LanguageSite } from '../content/compose/compose-language.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import type { Language } from '../shared/languages.ts'
import { drawingPolicy } from './content-security-policy.ts'
import { colourOf } from './drawing.ts'

/** What stands in for a page, or for the answer to the form. */
export const outageKinds = ['page', 'form'] as const
export type OutageKind = (typeof outageKinds)[number]

/** What a server in front says while the site's own server does not answer. */
export type Outage = {
  /** Whole documents, which load nothing: what they would load may be away too. */
  documents: { kind: OutageKind; language: Language | 'all'; html: string }[]
  contentSecurityPolicy: string
}

/** Draws the pages for an outage, in each language and, for a visitor whose language is not known, in all of them. */
export function drawOutage(sites: LanguageSite[]): Outage {
  const style = outageStyle()
  const documents = outageKinds.flatMap((kind) => [
    ...sites.map((site) => ({ kind, language: site.shell.language, html: documentOf([site], kind, style) })),
    { kind, language: 'all' as const, html: documentOf(sites, kind, style) },
  ])
  return { documents, contentSecurityPolicy: drawingPolicy([style], "'none'") }
}

function documentOf(sites: LanguageSite[], kind: OutageKind, style: string): string {
  const [first] = sites as [LanguageSite]
  const { language, name } = first.shell
  const words = sites.map((site) => ({
    language: site.shell.language,
    email: site.shell.email,
    ...wordsOf(site, kind),
  }))
  const sections = words.map(
    ({ language, email, title, help }) =>
      `<section lang="${language}"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(help).replace(
        escapeMarkup(email),
        (address) => `<a href="mailto:${address}">${address}</a>`,
      )}</p></section>`,
  )
  const title = escapeMarkup(words.map(({ title }) => title).join(' · '))
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style></head><body><main><p>${escapeMarkup(name)}</p>${sections.join('')}</main></body></html>`
}

const wordsOf = ({ outage, failure }: LanguageSite, kind: OutageKind) =>
  kind === 'page' ? { title: outage.page_title, help: outage.page_help } : { title: failure, help: outage.form_help }

function outageStyle(): string {
  const both = (role: string) => `light-dark(${colourOf(role, 'light')},${colourOf(role, 'dark')})`
  return `:root{color-scheme:light dark}body{margin:0;padding:2rem 1rem;font:1.125rem/1.5 sans-serif;background:${both('color-page')};color:${both('color-text')}}main{max-inline-size:36rem;margin-inline:auto}h1{font:700 1.5rem/1.25 serif;color:${both('color-heading')}}a{color:${both('color-link')}}`
}
