import { expect, test } from 'vitest'
import { forEachLanguage } from '../../tests/support/words.ts'
import { languages } from './languages.ts'
import { redirectFinder } from './redirects.ts'

// tests/build/serving.test.ts tests the redirects of the site's real addresses.
test('a page keeps its own address when another language’s initial slug looks the same', () => {
  const page = (es: string, en: string, fr: string) =>
    forEachLanguage({ es, en, fr }, (language) => `${languages[language].prefix}${es}`)
  const find = redirectFinder([page('/guia', '/en/guide', '/fr/menu'), page('/menu', '/en/guia', '/fr/carte')])
  // The page's own address goes first, whichever page the table names first.
  expect(find('/en/Guia')).toBe('/en/guia')
  expect(find('/fr/Menu')).toBe('/fr/menu')
})
