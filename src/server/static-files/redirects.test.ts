import { expect, test } from 'vitest'
import { redirectFinder } from './redirects.ts'

// tests/build/serving.test.ts tests the redirects of the site's real addresses.
test('a page keeps its own address when another language’s initial slug looks the same', () => {
  const find = redirectFinder([
    { es: '/guia', en: '/en/guide', fr: '/fr/menu' },
    { es: '/menu', en: '/en/guia', fr: '/fr/carte' },
  ])
  // The page's own address goes first, whichever page the table names first.
  expect(find('/en/Guia')).toBe('/en/guia')
  expect(find('/fr/Menu')).toBe('/fr/menu')
})
