import { eachLanguage, homeAddress, type Language, languages } from '../../shared/languages.ts'
import { type PageKey, type PageTable, pagesIn } from '../../shared/pages.ts'
import type { LanguageTexts } from './texts.ts'

/** The public address of every page in every language. */
export type Addresses = Record<PageKey, Record<Language, string>>

/** The section that contains a page's head: its own, except for the home page, which has several sections. */
export const headSection = (page: PageKey) => (page === 'home' ? 'hero' : page)

/** A page's head. That of the home page has no words for its address. */
export const headOf = (texts: LanguageTexts, page: PageKey) =>
  (texts[headSection(page)] as { head: { slug?: string; title: string; description: string } }).head

/** Reads the addresses from the texts: a language's prefix, then the page's `head.slug` in that language. */
export function readAddresses(texts: Record<Language, LanguageTexts>, pages: PageTable): Addresses {
  const addressOf = (language: Language, { slug }: ReturnType<typeof headOf>) =>
    slug ? `${languages[language].prefix}/${slug.normalize('NFC')}` : homeAddress(language)
  const inEach = (page: PageKey) => eachLanguage((language) => addressOf(language, headOf(texts[language], page)))
  return Object.fromEntries(pagesIn(pages).map((page) => [page, inEach(page)])) as Addresses
}
