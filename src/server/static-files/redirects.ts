import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, initialLanguage, type Language, languages } from '../../shared/languages.ts'

/**
 * Finds the canonical address for a near miss (docs/promises.md, pages and languages): other letter case, missing or decomposed
 * accents, extra slashes, the initial language's slug under another language's prefix, `/es/…`.
 * @param pages the addresses of each page in each language
 * @returns a function from a decoded path to the canonical address, or undefined if there is none
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
          // A page's own address takes precedence over a near miss of another page.
          if (slugLanguage === language || !known.has(nearMiss)) known.set(nearMiss, addresses[language])
        }
  return (path) => known.get(foldAddress(path))
}
