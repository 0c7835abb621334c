import { languageOf, languages } from '../../shared/languages.ts'
import type { PageData } from '../../shared/page-data.ts'

/** Makes the document's language, title, description and links those of the page now shown. */
export function showHead({ addresses, head, language }: PageData): void {
  const root = document.documentElement
  const { direction, locale } = languages[language]
  // Even the same language, set again, makes the browser style every element again.
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
  // They describe the page that was loaded. Search engines and messengers load every page anew.
  for (const own of document.querySelectorAll('script[type="application/ld+json"], meta[property^="og:image"]'))
    own.remove()
}

/** Sets the address of the page that is shown, or on its way, or did not arrive: phones share this one, not that in the bar. */
export function showAddress(address: string): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!canonical) return
  canonical.href = new URL(address, canonical.href).href
  setAttribute('meta[property="og:url"]', 'content', canonical.href)
}

function setAttribute(selector: string, name: string, value: string): void {
  document.querySelector(selector)?.setAttribute(name, value)
}
