import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, homeAddress, languages, notFoundAddress } from '../../shared/languages.ts'
import { ownAddresses, ownFolders } from '../../shared/own-addresses.ts'
import type { PageKey } from '../../shared/pages.ts'
import type { Problem } from '../../shared/problem.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import type { Content } from '../read/content.ts'
import { redirectsFile } from '../read/redirects.ts'
import { textFile } from '../read/texts.ts'

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  ...Object.values({ ...ownAddresses, ...ownFolders }),
]

/** The words of an address: letters and digits, joined by hyphens; behind a slash, those of a page below another. */
const words = /^[\p{Letter}\p{Number}]+([-/][\p{Letter}\p{Number}]+)*$/u

const isBelow = (address: string, folders: string[]) => folders.some((folder) => address.startsWith(`${folder}/`))

/** Two pages cannot share an address, nor have one that the site answers otherwise. The home page has no words in its own. */
export function* checkAddresses({ addresses }: Pick<Content, 'addresses'>): Generator<Problem> {
  const isReserved = reservedBy(addresses)
  const taken = new Set<string>()
  const { home: _, ...others } = addresses
  for (const language of allLanguages) {
    const { prefix } = languages[language]
    const otherLanguages = allLanguages.map((other) => `/${other}`).filter((folder) => folder !== prefix)
    for (const [page, { [language]: address }] of Object.entries(others)) {
      const found = { file: textFile(language, page), key: 'head.slug' }
      // A missing text is reported elsewhere.
      if (address === homeAddress(language)) continue
      const folded = foldAddress(address)
      if (!words.test(address.slice(prefix.length + 1))) yield { ...found, code: 'slug' }
      // Near misses of an address redirect to it, so two addresses must differ in more than an accent.
      else if (
        taken.has(folded) ||
        isBelow(folded, otherLanguages) ||
        (page !== 'register_changes' && isReserved(folded))
      )
        yield { ...found, code: 'slug_taken' }
      taken.add(folded)
    }
  }
}

/** An old address leads to a page that there is, and nothing else is at it. */
export function* checkRedirects({
  addresses,
  redirects,
}: Pick<Content, 'addresses' | 'redirects'>): Generator<Problem> {
  const isReserved = reservedBy(addresses)
  const findPage = redirectFinder(Object.values(addresses))
  const seen = new Set<string>()
  for (const [index, { from, to, language }] of redirects.entries()) {
    const found = (name: string) => ({ file: `content/${redirectsFile}`, key: `[${index}].${name}` })
    const folded = foldAddress(from)
    const own = Object.hasOwn(addresses, to) ? addresses[to as PageKey][language] : undefined
    if (!own) yield { ...found('to'), code: 'unknown', values: { name: to } }
    if (seen.has(folded)) yield { ...found('from'), code: 'twice', values: { name: from } }
    // A page may have its old address again.
    else if (isReserved(folded) || ![undefined, own].includes(findPage(from)))
      yield { ...found('from'), code: 'old_address_used' }
    seen.add(folded)
  }
}

/** Finds addresses that the site answers otherwise: the register what is below its page, a static host what is called index. */
function reservedBy({ register }: Content['addresses']) {
  const hasGap = allLanguages.some((language) => register[language] === homeAddress(language))
  const findRegister = redirectFinder(hasGap ? [] : [register])
  return (address: string): boolean =>
    reservedAddresses.includes(address) ||
    isBelow(address, Object.values(ownFolders)) ||
    address.endsWith('/index') ||
    findRegister(address.slice(0, address.lastIndexOf('/'))) !== undefined
}
