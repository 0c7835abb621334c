import { allLanguages, homeAddress, type Language, languages, notFoundAddress } from '../shared/languages.ts'
import { foldAddress } from '../shared/near-miss.ts'
import { allPages, type PageKey } from '../shared/pages.ts'
import type { Problem } from './problem.ts'
import { isBranch, type LanguageTexts, type TextTree, textFile } from './texts.ts'

/** The public address of every page in every language. */
export type Addresses = Record<PageKey, Record<Language, string>>

/** The section that holds a page's head: its own, except for the home page, which is made of several. */
export const headSection = (page: PageKey) => (page === 'home' ? 'hero' : page)

export function headOf(texts: LanguageTexts, page: PageKey): Record<'slug' | 'title' | 'description', string> {
  const section = texts[headSection(page)]
  const head = isBranch(section) ? (section.head as TextTree) : undefined
  const read = (key: string) => (isBranch(head) && typeof head[key] === 'string' ? (head[key] as string) : '')
  return { slug: read('slug'), title: read('title'), description: read('description') }
}

/** Reads the addresses from the texts: a language's prefix, then the page's `head.slug` in that language. */
export function readAddresses(texts: Record<Language, LanguageTexts>): Addresses {
  const entries = allPages.map((page) => [
    page,
    Object.fromEntries(
      allLanguages.map((language) => [language, addressOf(language, headOf(texts[language], page).slug)]),
    ),
  ])
  return Object.fromEntries(entries)
}

function addressOf(language: Language, slug: string): string {
  const { prefix } = languages[language]
  return (slug ? `${prefix}/${slug.normalize('NFC')}` : prefix) || '/'
}

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  '/api',
  '/assets',
  '/healthz',
  '/readyz',
]

/** Two pages cannot share an address, and only the home page may have none of its own. */
export function checkAddresses(texts: Record<Language, LanguageTexts>): Problem[] {
  const taken = new Map(reservedAddresses.map((address) => [address, 'The site itself']))
  return allLanguages.flatMap((language) =>
    allPages.flatMap((page): Problem[] => {
      const file = textFile(language, headSection(page))
      const { slug } = headOf(texts[language], page)
      if (page === 'home')
        return slug
          ? [{ file, key: 'head.slug', message: 'The home page has no words in its address. Write: slug: ""' }]
          : []
      if (!/^[\p{Letter}\p{Number}]+(-[\p{Letter}\p{Number}]+)*$/u.test(slug.normalize('NFC')))
        return [
          {
            file,
            key: 'head.slug',
            message: `“${slug}” cannot be part of an address. Write words of letters and digits joined by hyphens: animal-welfare.`,
          },
        ]
      // Near misses of an address lead to it, so two pages need more between them than an accent.
      const address = foldAddress(addressOf(language, slug))
      const other = taken.get(address)
      taken.set(address, file)
      return other
        ? [
            {
              file,
              key: 'head.slug',
              message: `${other} has this address already, or one that differs only by accents or capitals. Choose another.`,
            },
          ]
        : []
    }),
  )
}
