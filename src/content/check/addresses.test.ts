import { expect, test } from 'vitest'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { pagesIn } from '../../shared/pages.ts'
import { contentFolder } from '../content.ts'
import { headSection, readAddresses } from '../read/addresses.ts'
import { readPageTable } from '../read/page-table.ts'
import { type LanguageTexts, readTexts } from '../read/texts.ts'
import { checkAddresses } from './addresses.ts'

const pages = readPageTable(contentFolder)
const check = (written: Record<Language, LanguageTexts>) => checkAddresses({ written, pages })

/** The texts of the site, with some slugs changed: `{ es: { contact: 'contacto' } }`. */
function textsWith(changes: Partial<Record<Language, Record<string, string>>>): Record<Language, LanguageTexts> {
  const texts = structuredClone(readTexts(contentFolder))
  for (const language of allLanguages)
    for (const [section, slug] of Object.entries(changes[language] ?? {}))
      (texts[language][section] as { head: { slug: string } }).head.slug = slug
  return texts
}

test('an address is in composed form (NFC), however an editor typed its accents', () => {
  const texts = textsWith({ es: { presentation: 'Presentación'.normalize('NFD') } })
  expect(readAddresses(texts, pages).presentation.es).toBe('/Presentación'.normalize('NFC'))
})

test('finds nothing in the site’s own addresses', () => {
  expect(check(readTexts(contentFolder))).toEqual([])
})

test('the home page has no slug', () => {
  expect(check(textsWith({ fr: { hero: 'accueil' } }))).toMatchObject([
    {
      file: 'content/texts/fr/hero.yml',
      key: 'head.slug',
      message: 'The home page has no words in its address. Write: slug: ""',
    },
  ])
})

test.each([
  '',
  'animal welfare',
  '/animal',
  'animal/welfare',
  'animal_welfare',
  '-animal',
  'animal--welfare',
  'a?b',
  'a%20b',
  '..',
])('the slug “%s” is refused, with file, key and remedy', (slug) => {
  expect(check(textsWith({ en: { bienestar_animal: slug } }))).toMatchObject([
    {
      file: 'content/texts/en/bienestar_animal.yml',
      key: 'head.slug',
      message: `“${slug}” cannot be part of an address. Write words of letters and digits joined by hyphens: animal-welfare.`,
    },
  ])
})

test.each(['contact', 'Contact'])('two pages of a language cannot share the address %s', (slug) => {
  expect(check(textsWith({ en: { presentation: 'contact', contact: slug } }))).toMatchObject([
    {
      file: 'content/texts/en/contact.yml',
      key: 'head.slug',
      message:
        'content/texts/en/presentation.yml has this address already, or one that differs only by accents or capitals. Choose another.',
    },
  ])
})

// A visitor who leaves the accent out would be sent to one of the two, and never know of the other.
test('two pages of a language cannot differ by an accent alone', () => {
  expect(check(textsWith({ fr: { presentation: 'qui-sommes', contact: 'qui-sommés' } }))).toMatchObject([
    { file: 'content/texts/fr/contact.yml', key: 'head.slug' },
  ])
})

// Otherwise the Spanish page would stand at the English home page's address.
test.each(['en', 'fr', '404', 'healthz', 'readyz'])(
  'a Spanish page cannot take the address /%s, which has another meaning',
  (slug) => {
    expect(check(textsWith({ es: { contact: slug } }))).toMatchObject([
      { file: 'content/texts/es/contact.yml', key: 'head.slug' },
    ])
  },
)

test('every page has its head in a text file of its own', () => {
  const sections = pagesIn(pages).map(headSection)
  expect(new Set(sections).size).toBe(pagesIn(pages).length)
  for (const section of sections) expect(readTexts(contentFolder).es).toHaveProperty(section)
})
