import { contentFolder } from '../../src/content/content.ts'
import { readAddresses } from '../../src/content/read/addresses.ts'
import { readPageTable } from '../../src/content/read/page-table.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import { languages } from '../../src/shared/languages.ts'
import { pagesIn } from '../../src/shared/pages.ts'
import { forEachLanguage } from './words.ts'

export const pages = readPageTable(contentFolder)
export const allPages = pagesIn(pages)

/**
 * Every page's address in each language, so that a new article is tested like the others. Those that DESIGN.md section 2
 * fixes are stated to the letter in words.ts.
 */
export const addresses = readAddresses(readTexts(contentFolder), pages)

/** No page is here, in each language. */
export const unknownAddresses = forEachLanguage(
  { es: '/no-existe', en: '/en/nowhere', fr: '/fr/nulle-part' },
  (language) => `${languages[language].prefix}/nowhere`,
)
