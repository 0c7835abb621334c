import { eachLanguage, type Language, languages } from './languages.ts'

const names = eachLanguage((language) => new Intl.DisplayNames(languages[language].locale, { type: 'region' }))

/** @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string, language: Language): string => names[language].of(code) ?? code
