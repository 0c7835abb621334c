import { foldAddress } from '../../shared/fold.ts'
import { allLanguages, homeAddress, type Language, languages, notFoundAddress } from '../../shared/languages.ts'
import { ownAddresses, ownFolders } from '../../shared/own-addresses.ts'
import type { Problem } from '../../shared/problem.ts'
import { redirectFinder } from '../../shared/redirects.ts'
import type { Content } from '../read/content.ts'
import { textFile } from '../read/texts.ts'

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  ...Object.values({ ...ownAddresses, ...ownFolders }),
]
const reservedFolders = [...Object.values(ownFolders), ...allLanguages.map((language) => `/${language}`)]

/** The words of an address: letters and digits, joined by hyphens; behind a slash, those of a page below another. */
const words = /^[\p{Letter}\p{Number}]+([-/][\p{Letter}\p{Number}]+)*$/u

/** Two pages cannot share an address, nor have one that the site answers otherwise. The home page has no words in its own. */
export function* checkAddresses({ addresses }: Pick<Content, 'addresses'>): Generator<Problem> {
  const taken = new Set(reservedAddresses)
  const { home: _, ...others } = addresses
  const isReserved = reservedBy(addresses)
  for (const language of allLanguages)
    for (const [page, { [language]: address }] of Object.entries(others)) {
      const found = { file: textFile(language, page), key: 'head.slug' }
      // A missing text is reported elsewhere.
      if (address === homeAddress(language)) continue
      const folded = foldAddress(address)
      if (!words.test(address.slice(languages[language].prefix.length + 1))) yield { ...found, code: 'slug' }
      // Near misses of an address redirect to it, so two addresses must differ in more than an accent.
      else if (taken.has(folded) || (page !== 'register_changes' && isReserved(folded, language)))
        yield { ...found, code: 'slug_taken' }
      taken.add(folded)
    }
}

/** Finds addresses that the site answers otherwise: the register what is below its page, a static host what is called index. */
function reservedBy({ register }: Content['addresses']) {
  const hasGap = allLanguages.some((language) => register[language] === homeAddress(language))
  const findRegister = redirectFinder(hasGap ? [] : [register])
  return (address: string, language: Language): boolean => {
    const folder = address.slice(0, address.lastIndexOf('/'))
    return (
      findRegister(folder) !== undefined ||
      address.endsWith('/index') ||
      reservedFolders.some((folder) => address.startsWith(`${folder}/`) && languages[language].prefix !== folder)
    )
  }
}
