import { expect, test } from 'vitest'
import {
  allLanguages,
  fallbackLanguage,
  homeAddress,
  initialLanguage,
  languageOf,
  languages,
  notFoundAddress,
} from './languages.ts'

test('the site speaks Spanish, English and French; Spanish first, English as the fallback (SPEC.md section 9)', () => {
  expect(allLanguages.slice(0, 3)).toEqual(['es', 'en', 'fr'])
  expect(initialLanguage).toBe('es')
  expect(fallbackLanguage).toBe('en')
})

test.each([
  ['/', 'es'],
  ['/Presentación', 'es'],
  ['/en', 'en'],
  ['/en/', 'en'],
  ['/en/contact', 'en'],
  ['/fr', 'fr'],
  ['/fr/nothing/here', 'fr'],
  // Words that only begin like a prefix.
  ['/enlaces', 'es'],
  ['/french', 'es'],
  ['/contact/en', 'es'],
])('the language of %s is %s', (address, language) => expect(languageOf(address)).toBe(language))

test('each language has its home page and its not-found page', () => {
  expect(allLanguages.slice(0, 3).map(homeAddress)).toEqual(['/', '/en', '/fr'])
  expect(allLanguages.slice(0, 3).map(notFoundAddress)).toEqual(['/404', '/en/404', '/fr/404'])
  for (const language of allLanguages) expect(languageOf(homeAddress(language))).toBe(language)
})

test('a language’s locale is a tag that Intl knows, in that language', () => {
  for (const language of allLanguages) expect(new Intl.Locale(languages[language].locale).language).toBe(language)
})
