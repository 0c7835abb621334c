import { withoutAccents } from '../../shared/fold.ts'
import type { Language } from '../../shared/languages.ts'
import { waysToWrite } from '../../shared/redirects.ts'

/** An address that leads to a page, as a host without code can compare it, and the page's own address. */
type Redirect = { address: string; target: string }

/**
 * The near misses of DESIGN.md section 2 that people make most, spelled out one by one: all small letters, missing or
 * decomposed accents, the initial language's slug under another prefix, `/es/…`. Other letter case than small is left
 * out: there would be no end.
 */
export function redirectsTo(pages: Record<Language, string>[]): Redirect[] {
  const known = new Set(pages.flatMap((page) => Object.values(page)))
  const found: Redirect[] = []
  for (const { starts, slugs, target } of waysToWrite(pages))
    for (const start of starts)
      for (const slug of slugs)
        for (const address of spellings(start + slug)) {
          if (known.has(address)) continue
          known.add(address)
          found.push({ address, target })
        }
  return found
}

/** What people write in place of an address. */
function spellings(address: string): Set<string> {
  const cased = [address, address.toLowerCase()]
  return new Set(cased.flatMap((text) => [text, withoutAccents(text), text.normalize('NFD')]).filter(Boolean))
}
