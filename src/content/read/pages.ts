import { z } from 'zod'
import { eachLanguage, homeAddress, type Language, languages } from '../../shared/languages.ts'
import { type ArticleKey, type PageKey, type PageTable, pagesIn, sitePages } from '../../shared/pages.ts'
import { lazily } from '../lazily.ts'
import { problem, readChecked } from './schema-problems.ts'
import type { LanguageTexts } from './texts.ts'

/**
 * Reads the page table: the pages of the site, and an article for each name in content/articles.yml, in its order.
 * @param shape the other text files, whose names no article can have
 * @throws ContentError
 */
export function readPageTable(folder: string, shape: LanguageTexts): PageTable {
  const key = z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, problem('file_name'))
    .refine((key) => !(key in { ...sitePages, ...shape }), problem('name_taken'))
  const schema = z
    .array(key)
    .min(1)
    .refine((keys) => new Set(keys).size === keys.length, problem('name_taken'))
  const articles = readChecked(folder, 'articles.yml', schema).data.map((key) => [key, 'article'] as const)
  return { ...sitePages, ...(Object.fromEntries(articles) as Record<ArticleKey, 'article'>) }
}

/** The section that contains a page's head: its own, except for the home page, which has several sections. */
const headSection = (page: PageKey) => (page === 'home' ? 'hero' : page)

type Head = { slug?: string; title: string; description: string }

/** A page's head, empty if it has no file. That of the home page has no words for its address. */
export const headOf = (texts: LanguageTexts, page: PageKey): Head =>
  (texts[headSection(page)] as { head?: Head } | undefined)?.head ?? { title: '', description: '' }

/** The public address of every page in every language. */
export type Addresses = Record<PageKey, Record<Language, string>>

/** Reads the addresses from the texts: a language's prefix, then the page's `head.slug` in that language. */
export function readAddresses(texts: Record<Language, LanguageTexts>, pages: PageTable): Addresses {
  const addressOf = (language: Language, { slug }: ReturnType<typeof headOf>) =>
    slug ? `${languages[language].prefix}/${slug.normalize('NFC')}` : homeAddress(language)
  const inEach = (page: PageKey) => eachLanguage((language) => addressOf(language, headOf(texts[language], page)))
  return lazily(pagesIn(pages), (page) => inEach(page as PageKey)) as Addresses
}
