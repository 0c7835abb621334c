import { allLanguages, initialLanguage, type Language, languages } from '../../shared/languages.ts'

/** An address that is nearly right, as a host without code can compare it, and the one true address. */
export type NearMiss = { address: string; target: string }

/**
 * The near misses of DESIGN.md section 2 that people make most, spelled out one by one: all small letters, missing or
 * decomposed accents, the initial language's slug under another prefix, `/es/…`. Other letter case than small is left
 * out: there would be no end.
 */
export function nearMissAddresses(pages: Record<Language, string>[]): NearMiss[] {
  const known = new Set(pages.flatMap((page) => Object.values(page)))
  const found: NearMiss[] = []
  for (const { starts, slugs, target } of nearMisses(pages))
    for (const start of starts)
      for (const slug of slugs)
        for (const address of spellings(start + slug)) {
          if (known.has(address)) continue
          known.add(address)
          found.push({ address, target })
        }
  return found
}

/**
 * The same, as one regular expression for each address, to be compared without letter case and byte by byte: any letter
 * case, accents missing, decomposed or percent-encoded in Latin-1, slashes too many. Own slugs go before those of the
 * initial language.
 */
export function nearMissPatterns(pages: Record<Language, string>[]): { pattern: string; target: string }[] {
  const all = nearMisses(pages)
  const patterns = (which: 0 | 1) =>
    all.flatMap(({ starts, slugs, target }) => {
      const slug = slugs[which]
      if (slug === undefined) return []
      const beginnings = starts.map((start) => pathPattern(start)).join('|')
      return { pattern: `^(?:${beginnings})${pathPattern(slug)}/*$`, target }
    })
  return [...patterns(0), ...patterns(1)]
}

/** For each page and language: how its address may begin, its own slug, and the initial language's. */
function nearMisses(pages: Record<Language, string>[]): { starts: string[]; slugs: string[]; target: string }[] {
  return pages.flatMap((addresses) =>
    allLanguages.map((language) => {
      const { prefix } = languages[language]
      const own = addresses[language].slice(prefix.length).replace(/^\/$/, '')
      const initial = addresses[initialLanguage].slice(languages[initialLanguage].prefix.length).replace(/^\/$/, '')
      return {
        starts: [...new Set([prefix, `/${language}`])],
        slugs: [...new Set([own, initial])],
        target: addresses[language],
      }
    }),
  )
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '')

/** What people write in place of an address. */
function spellings(address: string): Set<string> {
  const cased = [address, address.toLowerCase()]
  return new Set(cased.flatMap((text) => [text, withoutAccents(text), text.normalize('NFD')]).filter(Boolean))
}

function pathPattern(path: string): string {
  return [...path.normalize('NFC')].map(letterPattern).join('')
}

function letterPattern(letter: string): string {
  if (letter === '/') return '/+'
  const plain = withoutAccents(letter)
  if (plain === letter) return letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const inBothCases = [letter.toLowerCase(), letter.toUpperCase()]
  const latin1 = inBothCases
    .map((each) => each.charCodeAt(0))
    .filter((code) => code < 0x100)
    .map((code) => `\\x${code.toString(16)}`)
  return `(?:${[letter.normalize('NFD'), ...inBothCases, ...latin1, plain].join('|')})`
}
