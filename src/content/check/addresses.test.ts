import { expect, test } from 'vitest'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { contentFolder } from '../content.ts'
import { readAddresses } from '../read/addresses.ts'
import { readPageTable } from '../read/page-table.ts'
import { type LanguageTexts, readTexts } from '../read/texts.ts'
import { checkAddresses } from './addresses.ts'
import { checkAnchors } from './anchors.ts'

const pages = readPageTable(contentFolder)
const written = readTexts(contentFolder)
const check = (texts: Record<Language, LanguageTexts>) => [...checkAddresses({ written: texts, pages })]

/** The texts of the site, with some slugs changed: `{ es: { contact: 'contacto' } }`. */
function textsWith(changes: Partial<Record<Language, Record<string, string>>>): Record<Language, LanguageTexts> {
  const texts = structuredClone(written)
  for (const language of allLanguages)
    for (const [section, slug] of Object.entries(changes[language] ?? {}))
      (texts[language][section] as { head: { slug: string } }).head.slug = slug
  return texts
}

test('an address is in composed form (NFC), however an editor typed its accents', () => {
  const texts = textsWith({ es: { presentation: 'Presentación'.normalize('NFD') } })
  expect(readAddresses(texts, pages).presentation.es).toBe('/Presentación'.normalize('NFC'))
})

const told = (language: Language, section: string) => ({
  file: `content/texts/${language}/${section}.yml`,
  key: 'head.slug',
})

test('the home page has no slug', () => {
  expect(check(textsWith({ fr: { hero: 'accueil' } }))).toMatchObject([told('fr', 'hero')])
})

test.each([
  '',
  'animal welfare',
  'animal/welfare',
  'animal_welfare',
  '-animal',
  'animal--welfare',
  'a?b',
  'a%20b',
  '..',
])('the slug “%s” is refused', (slug) => {
  expect(check(textsWith({ en: { bienestar_animal: slug } }))).toMatchObject([told('en', 'bienestar_animal')])
})

test('a file that is missing has no address to mend: that it is missing is told once, by another check', () => {
  const texts = structuredClone(written)
  for (const language of allLanguages) delete texts[language].bienestar_animal
  expect(check(texts)).toEqual([])
})

// An address without its accents or capitals is redirected: of two pages that differ in nothing else, one would be lost.
test.each([
  ['qui-sommes', 'qui-sommes'],
  ['qui-sommes', 'Qui-sommes'],
  ['qui-sommes', 'qui-sommés'],
])('two pages of a language cannot share an address, or nearly: %s and %s', (presentation, contact) => {
  expect(check(textsWith({ fr: { presentation, contact } }))).toMatchObject([told('fr', 'contact')])
})

// Otherwise the Spanish page would stand at the English home page's address.
test.each(['en', 'fr', '404', 'healthz', 'readyz'])(
  'a Spanish page cannot take the address /%s, which has another meaning',
  (slug) => {
    expect(check(textsWith({ es: { contact: slug } }))).toMatchObject([told('es', 'contact')])
  },
)

// The page's data stand in an element with the id “site”: a question of that name kept React away for good.
test.each(['site', 'h-title', 'two words', '', 'controlador'])('a question cannot have the anchor “%s”', (anchor) => {
  const texts = structuredClone(written)
  const { groups } = texts.es.questions as { groups: { consumers: { questions: { stunning: { anchor: string } } } } }
  groups.consumers.questions.stunning.anchor = anchor
  expect(new Set([...checkAnchors(texts)].map(({ file, key }) => `${file} ${key.split('.').at(-1)}`))).toEqual(
    new Set(['content/texts/es/questions.yml anchor']),
  )
})

test('the anchors of the site are as they must be', () => {
  expect([...checkAnchors(written)]).toEqual([])
})
