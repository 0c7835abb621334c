import { fold } from './fold.ts'
import { allLanguages, initialLanguage, type Language, languages } from './languages.ts'

/**
 * Finds the one true address that a near miss means (DESIGN.md section 2): other letter case, missing or decomposed
 * accents, slashes too many, the initial language's slug under another language's prefix, `/es/…`.
 * @param pages the addresses of each page in each language
 * @returns a function from a decoded path to the true address, or undefined where there is none
 */
export function redirectFinder(pages: Record<Language, string>[]): (path: string) => string | undefined {
  const known = new Map<string, string>()
  for (const { starts, slugs, target } of waysToWrite(pages))
    for (const start of starts)
      for (const slug of slugs) {
        const near = foldAddress(start + slug || '/')
        // A page's own address goes before another language's way of writing it.
        if (slug === slugs[0] || !known.has(near)) known.set(near, target)
      }
  return (path) => known.get(foldAddress(path))
}

/** For each page and language: how its address may begin, its own slug and then the initial language's, and the address. */
export function waysToWrite(
  pages: Record<Language, string>[],
): { starts: string[]; slugs: string[]; target: string }[] {
  const slugIn = (language: Language, addresses: Record<Language, string>) =>
    addresses[language].slice(languages[language].prefix.length).replace(/^\/$/, '')
  return pages.flatMap((addresses) =>
    allLanguages.map((language) => ({
      starts: [...new Set([languages[language].prefix, `/${language}`])],
      slugs: [...new Set([slugIn(language, addresses), slugIn(initialLanguage, addresses)])],
      target: addresses[language],
    })),
  )
}

/** What all near misses of an address have in common. */
export const foldAddress = (path: string): string =>
  fold(path)
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
