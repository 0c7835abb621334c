import { allLanguages, type Language, languages } from '../../src/shared/languages.ts'

/** A page's addresses for a test: those given, and in any further language the Spanish one under that language's prefix. */
export function pageAddresses(given: { es: string; en: string; fr: string }): Record<Language, string> {
  const others = allLanguages.map((language) => [language, `${languages[language].prefix}${given.es}`])
  return { ...Object.fromEntries(others), ...given }
}
