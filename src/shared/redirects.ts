import { allLanguages, initialLanguage, type Language, languages } from './languages.ts'

/**
 * Finds the one true address that a near miss means (DESIGN.md section 2): other letter case, missing or decomposed
 * accents, slashes too many, the initial language's slug under another language's prefix, `/es/…`.
 * @param pages the addresses of each page in each language
 * @returns a function from a decoded path to the true address, or undefined where there is none
 */
export function redirectFinder(pages: Record<Language, string>[]): (path: string) => string | undefined {
  const known = new Map<string, string>()
  for (const addresses of pages) {
    for (const language of allLanguages) {
      const { prefix } = languages[language]
      const ownSlug = addresses[language].slice(prefix.length)
      const initialSlug = addresses[initialLanguage].slice(languages[initialLanguage].prefix.length)
      for (const start of new Set([prefix, `/${language}`]))
        for (const slug of [ownSlug, initialSlug]) {
          const near = foldAddress(`${start}${slug}`)
          // A page's own address goes before another language's way of writing it.
          if (slug === ownSlug || !known.has(near)) known.set(near, addresses[language])
        }
    }
  }
  return (path) => known.get(foldAddress(path))
}

/** What all near misses of an address have in common. */
export function foldAddress(path: string): string {
  const folded = path
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\/+/g, '/')
  return folded.replace(/(.)\/$/, '$1')
}
