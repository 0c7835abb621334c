import { readAddresses, readPageTable } from '../../src/content/read/pages.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import { type Language, languages, publishedLanguages } from '../../src/shared/languages.ts'
import { allPageKinds, articlesIn, type PageKey, pagesIn } from '../../src/shared/pages.ts'

// Of the content's code only what these need: each process of a test loads it. The build has checked the rest.
export const pages = readPageTable('content', {})

/** Every page that is a file: the server draws the register. */
export const allPages = pagesIn(pages).filter((page) => pages[page] !== 'register')

/** Every page's address in each language, so that a new article is tested like the others. */
export const addresses = readAddresses(readTexts('content', []), pages)

/** Two articles, for journeys that read one or go from one to the other. The office decides which articles there are. */
export const [article, otherArticle] = articlesIn(pages) as [PageKey, PageKey]

/** An address without a page, in each language. */
export const unknownAddresses = Object.fromEntries(
  publishedLanguages.map((language) => [language, `${languages[language].prefix}/nowhere`]),
) as Record<Language, string>

/**
 * A page of each built kind; the languages take turns. For tests in a browser whose result depends on neither words nor
 * number of pages; tests/build reads every page.
 */
export const onePageOfEachKind = allPageKinds
  .filter((kind) => kind !== 'register')
  .map((kind, index) => {
    const language = publishedLanguages[index % publishedLanguages.length] ?? 'es'
    const key: PageKey | 'not-found' = allPages.find((page) => pages[page] === kind) ?? 'not-found'
    const address = key === 'not-found' ? unknownAddresses[language] : addresses[key][language]
    return { key, language, address }
  })
