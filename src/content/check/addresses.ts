import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, homeAddress, languages, notFoundAddress } from '../../shared/languages.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Content } from '../read/content.ts'
import { textFile } from '../read/texts.ts'

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  '/api',
  '/assets',
  '/healthz',
  // The file of the home page.
  '/index',
  '/readyz',
]

/** The words of an address: letters and digits, joined by hyphens; behind a slash, those of a page below another. */
const words = /^[\p{Letter}\p{Number}]+([-/][\p{Letter}\p{Number}]+)*$/u

/** Two pages cannot share an address. The home page has no words in its own. */
export function* checkAddresses({ addresses }: Content): Generator<Problem> {
  const taken = new Set(reservedAddresses)
  const { home: _, ...others } = addresses
  for (const language of allLanguages)
    for (const [page, { [language]: address }] of Object.entries(others)) {
      const found = { file: textFile(language, page), key: 'head.slug' }
      // A missing text is reported elsewhere.
      if (address === homeAddress(language)) continue
      if (!words.test(address.slice(languages[language].prefix.length + 1))) yield { ...found, code: 'slug' }
      // Near misses of an address redirect to it, so two addresses must differ in more than an accent.
      else if (taken.has(foldAddress(address))) yield { ...found, code: 'slug_taken' }
      taken.add(foldAddress(address))
    }
}
