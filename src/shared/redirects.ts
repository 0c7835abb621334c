import { foldAddress } from './fold.ts'
import { allLanguages, initialLanguage, type Language, languages } from './languages.ts'

/**
 * Finds the canonical address for a near miss (docs/promises.md, pages and languages): other letter case, missing or decomposed
 * accents, extra slashes, signs at the end, the initial language's slug under another language's prefix, `/es/…`, encoded in any way.
 * @param pages the addresses of each page in each language
 * @param old addresses that pages had before, with those that they lead to now
 * @returns a function from a path, encoded or not, to the canonical address, or undefined if there is none
 */
export function redirectFinder(
  pages: Record<Language, string>[],
  old: Record<string, string> = {},
): (path: string) => string | undefined {
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
  for (const [path, address] of Object.entries(old)) {
    const nearMiss = foldAddress(path)
    if (!known.has(nearMiss)) known.set(nearMiss, address)
  }
  return (path) => known.get(foldAddress(decodeNearMiss(path)))
}

/** Decodes a path that may be encoded in UTF-8 or Latin-1, and up to three times, as mailers and chats do to an encoded link. */
export const decodeNearMiss = (path: string): string => decodeOnce(decodeOnce(decodeOnce(path)))

/** Percent-encoded bytes, and letters that may each stand for a byte: `Ã³` is an ó in UTF-8 that was read as Latin-1. */
const bytesAsText = /(?:%[\da-f]{2}|[\x80-\xff])+/gi

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeOnce(path: string): string {
  return path.replace(bytesAsText, (text) => {
    const letters = text.replace(/%(..)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    try {
      return utf8.decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
    } catch {
      return letters
    }
  })
}
