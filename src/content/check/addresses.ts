import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, homeAddress, notFoundAddress } from '../../shared/languages.ts'
import { pagesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import { addressOf, headOf } from '../read/addresses.ts'
import type { Content } from '../read/content.ts'
import { textFile } from '../read/texts.ts'

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  '/api',
  '/assets',
  '/healthz',
  '/readyz',
]

/** Whether a text can be part of an address: words of letters and digits, joined by hyphens. */
const isSlug = (text: string) => /^[\p{Letter}\p{Number}]+(-[\p{Letter}\p{Number}]+)*$/u.test(text.normalize('NFC'))

/** Two pages cannot share an address. The home page has no words in its own. */
export function* checkAddresses({ written: texts, pages }: Pick<Content, 'written' | 'pages'>): Generator<Problem> {
  const taken = new Set(reservedAddresses)
  for (const language of allLanguages)
    for (const page of pagesIn(pages)) {
      const { slug } = headOf(texts[language], page)
      // A missing text is reported elsewhere, and words in the home page's address too.
      if (!slug || page === 'home') continue
      const found = { file: textFile(language, page), key: 'head.slug' }
      if (!isSlug(slug)) yield { ...found, code: 'slug' }
      else {
        // Near misses of an address redirect to it, so two addresses must differ in more than an accent.
        const address = foldAddress(addressOf(language, slug))
        if (taken.has(address)) yield { ...found, code: 'slug_taken' }
        taken.add(address)
      }
    }
}
