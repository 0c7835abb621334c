import { allLanguages, initialLanguage, type Language, languages } from '../../shared/languages.ts'
import { redirectFinder } from '../../shared/redirects.ts'

/** An address that is nearly right, as it is sent, and the one true address that it means. */
export type NearMissSample = { kind: string; sent: string; target: string }

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '')

/** The kinds of near miss (DESIGN.md section 2): how each writes a page's address in a language. */
const kinds: Record<string, (address: string, language: Language, initial: string) => string | undefined> = {
  'other letter case': (address) => encodeURI(address.toUpperCase()),
  'small letters alone': (address) => encodeURI(address.toLowerCase()),
  'missing accents': (address) => encodeURI(withoutAccents(address)),
  'decomposed accents': (address) => encodeURI(address.normalize('NFD')),
  'accents in Latin-1': (address) => latin1(address),
  'a slash at the end': (address) => `${encodeURI(address)}/`,
  'a slash too many': (address) => encodeURI(address).replace(/(.)\//, '$1//'),
  'a slug of the initial language': (_address, language, initial) => encodeURI(languages[language].prefix + initial),
  'the initial language’s own prefix': (_address, language, initial) =>
    language === initialLanguage ? encodeURI(`/${initialLanguage}${initial}`) : undefined,
}

/** One sample of each kind in each language where it means another address than it is. */
export function nearMissSamples(pages: Record<Language, string>[]): NearMissSample[] {
  const find = redirectFinder(pages)
  const known = new Set(pages.flatMap((addresses) => Object.values(addresses)).map(encodeURI))
  return Object.entries(kinds).flatMap(([kind, write]) =>
    allLanguages.flatMap((language) => {
      const samples = pages.flatMap((addresses) => {
        const sent = write(addresses[language], language, addresses[initialLanguage].replace(/^\/$/, ''))
        const target = addresses[language]
        if (!sent || known.has(sent) || find(meant(sent)) !== target) return []
        return [{ kind, sent, target }]
      })
      return samples.slice(0, 1)
    }),
  )
}

/** Nothing where there is no accent that Latin-1 has. */
function latin1(address: string): string | undefined {
  if (!/[\u00c0-\u00ff]/.test(address)) return undefined
  return address.replace(/[^\x21-\x7e]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The path that the server understands. */
function meant(sent: string): string {
  try {
    return decodeURIComponent(sent)
  } catch {
    return sent.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}
