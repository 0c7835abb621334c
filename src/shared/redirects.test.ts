import { describe, expect, test } from 'vitest'
import { pageAddresses } from '../../tests/support/page-addresses.ts'
import { redirectFinder } from './redirects.ts'

const findRedirect = redirectFinder([
  pageAddresses({ es: '/', en: '/en', fr: '/fr' }),
  pageAddresses({ es: '/contact', en: '/en/contact', fr: '/fr/contact' }),
  pageAddresses({ es: '/Presentación', en: '/en/presentation', fr: '/fr/presentation' }),
  pageAddresses({ es: '/Certificación', en: '/en/certification', fr: '/fr/certification' }),
  pageAddresses({ es: '/bienestar-animal', en: '/en/animal-welfare', fr: '/fr/bien-etre-animal' }),
  pageAddresses({ es: '/certificacion-halal', en: '/en/halal-certification', fr: '/fr/certification-halal' }),
  pageAddresses({ es: '/halal-adoracion', en: '/en/halal-worship', fr: '/fr/halal-adoration' }),
])

const nearMisses: Record<string, [path: string, meant: string][]> = {
  'other letter case': [
    ['/presentación', '/Presentación'],
    ['/PRESENTACIÓN', '/Presentación'],
    ['/Contact', '/contact'],
    ['/EN', '/en'],
    ['/En/Animal-Welfare', '/en/animal-welfare'],
    ['/FR/bien-etre-animal', '/fr/bien-etre-animal'],
  ],
  'missing accents': [
    ['/Presentacion', '/Presentación'],
    ['/certificacion', '/Certificación'],
  ],
  'decomposed accents': [
    ['/Presentación'.normalize('NFD'), '/Presentación'],
    ['/certificación'.normalize('NFD'), '/Certificación'],
  ],
  'a trailing slash': [
    ['/contact/', '/contact'],
    ['/Presentación/', '/Presentación'],
    ['/en/', '/en'],
    ['/fr/bien-etre-animal/', '/fr/bien-etre-animal'],
  ],
  'a Spanish slug under /en or /fr': [
    ['/en/Presentación', '/en/presentation'],
    ['/fr/certificacion', '/fr/certification'],
    ['/en/bienestar-animal', '/en/animal-welfare'],
    ['/fr/bienestar-animal', '/fr/bien-etre-animal'],
    ['/en/certificacion-halal', '/en/halal-certification'],
    ['/fr/halal-adoracion', '/fr/halal-adoration'],
  ],
  '/es/…': [
    ['/es', '/'],
    ['/es/', '/'],
    ['/es/contact', '/contact'],
    ['/es/Presentación', '/Presentación'],
    ['/es/bienestar-animal', '/bienestar-animal'],
  ],
  'several at once': [
    ['/ES/PRESENTACION/', '/Presentación'],
    ['/EN/CERTIFICACIÓN/'.normalize('NFD'), '/en/certification'],
  ],
}

for (const [kind, paths] of Object.entries(nearMisses))
  test.each(paths)(`${kind}: %s means %s`, (path, meant) => expect(findRedirect(path)).toBe(meant))

describe('is no near miss, and has no other page to offer:', () => {
  test.each([
    ['an unknown page', '/certificado'],
    ['an unknown page in another language', '/fr/certificat'],
    ['an unknown language', '/xx/contact'],
    ['a longer address', '/contact/form'],
    ['a shorter address', '/bienestar'],
    ['a misspelling', '/contcat'],
    ['an English slug without its prefix', '/animal-welfare'],
    ['an English slug under /fr', '/fr/animal-welfare'],
    ['a French slug under /en', '/en/bien-etre-animal'],
    ['an English slug under /es', '/es/animal-welfare'],
    ['two prefixes', '/en/fr/contact'],
    ['an extension', '/contact.html'],
    ['another site’s host', '//example.org/contact'],
    ['the stored not-found page', '/en/404'],
    ['nothing at all', ''],
  ])('%s, %s', (_kind, path) => expect(findRedirect(path)).toBeUndefined())
})

test('a page keeps its own address when another language’s initial slug looks the same', () => {
  const find = redirectFinder([
    pageAddresses({ es: '/guia', en: '/en/guide', fr: '/fr/menu' }),
    pageAddresses({ es: '/menu', en: '/en/guia', fr: '/fr/carte' }),
  ])
  // The page's own address goes first, whichever page the table names first.
  expect(find('/en/Guia')).toBe('/en/guia')
  expect(find('/fr/Menu')).toBe('/fr/menu')
})
