import { fold } from './fold.ts'
import { allLanguages, initialLanguage, type Language, languages } from './languages.ts'

/**
 * Finds the one true address that a near miss means (docs/promises.md, pages and languages): other letter
 * case, missing or decomposed accents, slashes too many, the initial language's slug under another language's prefix, `/es/…`.
 * @param pages the addresses of each page in each language
 * @returns a function from a decoded path to the true address, or undefined if there is none
 */
export function redirectFinder(pages: Record<Language, string>[]): (path: string) => string | undefined {
  const known = new Map<string, string>()
  const slugIn = (language: Language, addresses: Record<Language, string>) =>
    addresses[language].slice(languages[language].prefix.length).replace(/^\/$/, '')
  for (const addresses of pages)
    for (const language of allLanguages)
      for (const start of [languages[language].prefix, `/${language}`])
        for (const slugLanguage of [language, initialLanguage]) {
          const nearMiss = foldAddress(start + slugIn(slugLanguage, addresses) || '/')
          // A page's own address goes before another language's way of writing it.
          if (slugLanguage === language || !known.has(nearMiss)) known.set(nearMiss, addresses[language])
        }
  return (path) => known.get(foldAddress(path))
}

/** What all near misses of an address have in common. */
export const foldAddress = (path: string): string =>
  fold(path)
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
