import { eachLanguage, type Language, languages } from '../../shared/languages.ts'
import { type PageKey, type PageTable, pagesIn } from '../../shared/pages.ts'
import type { LanguageTexts } from './texts.ts'

/** The public address of every page in every language. */
export type Addresses = Record<PageKey, Record<Language, string>>

/** The section that contains a page's head: its own, except for the home page, which has several sections. */
export const headSection = (page: PageKey) => (page === 'home' ? 'hero' : page)

export function headOf(texts: LanguageTexts, page: PageKey): Record<'slug' | 'title' | 'description', string> {
  const { head } = (texts[headSection(page)] ?? {}) as { head?: Partial<Record<string, string>> }
  return { slug: String(head?.slug ?? ''), title: head?.title ?? '', description: head?.description ?? '' }
}

/** Reads the addresses from the texts: a language's prefix, then the page's `head.slug` in that language. */
export function readAddresses(texts: Record<Language, LanguageTexts>, pages: PageTable): Addresses {
  const inEach = (page: PageKey) => eachLanguage((language) => addressOf(language, headOf(texts[language], page).slug))
  return Object.fromEntries(pagesIn(pages).map((page) => [page, inEach(page)])) as Addresses
}

/** A page's address: the language's prefix, then the page's own words. */
export function addressOf(language: Language, slug: string): string {
  const { prefix } = languages[language]
  return (slug ? `${prefix}/${slug.normalize('NFC')}` : prefix) || '/'
}
