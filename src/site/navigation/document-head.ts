import { languageOf, languages } from '../../shared/languages.ts'
import type { PageData } from '../../shared/page-data.ts'

/** Sets the document's language, title, description and links to those of the page that is shown. */
export function showHead({ addresses, head, language }: PageData): void {
  const root = document.documentElement
  const { direction, locale } = languages[language]
  // Setting even the same language makes the browser style every element again.
  if (root.lang !== language) Object.assign(root, { lang: language, dir: direction })
  document.title = head.title
  setAttribute('meta[name="description"]', 'content', head.description)
  setAttribute('meta[property="og:title"]', 'content', head.title)
  setAttribute('meta[property="og:description"]', 'content', head.description)
  setAttribute('meta[property="og:locale"]', 'content', locale.replace('-', '_'))
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][hreflang]')) {
    const other = link.hreflang === 'x-default' ? languageOf('/') : (link.hreflang as keyof typeof addresses)
    link.href = new URL(addresses[other], link.href).href
  }
  // They describe the page that was loaded; search engines and messengers load each page as a document.
  for (const own of document.querySelectorAll('script[type="application/ld+json"], meta[property^="og:image"]'))
    own.remove()
}

/** Sets the canonical address, which phones share, also while a page is loading or if it failed. */
export function showAddress(address: string): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!canonical) return
  canonical.href = new URL(address, canonical.href).href
  setAttribute('meta[property="og:url"]', 'content', canonical.href)
}

function setAttribute(selector: string, name: string, value: string): void {
  document.querySelector(selector)?.setAttribute(name, value)
}
