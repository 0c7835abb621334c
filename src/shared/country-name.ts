import { eachLanguage, type Language, languages } from './languages.ts'

const names = eachLanguage((language) => new Intl.DisplayNames(languages[language].locale, { type: 'region' }))

/** The names of countries by their codes, in the order of the names. */
export function countriesByName(codes: Iterable<string>, language: Language): Record<string, string> {
  const named = Array.from(codes, (code): [string, string] => [code, countryName(code, language)])
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other, language)))
}

/** @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string, language: Language): string => names[language].of(code) ?? code
