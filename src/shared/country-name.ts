import { eachLanguage, initialLanguage, type Language, languages } from './languages.ts'

const names = eachLanguage((language) => new Intl.DisplayNames(languages[language].locale, { type: 'region' }))

/** @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string, language: Language): string => names[language].of(code) ?? code

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** Every country's code. Other regions have names too, and a code that was given up leads to another one. */
export const countryCodes: string[] = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => countryName(code, initialLanguage) !== code && new Intl.Locale(`und-${code}`).region === code)
  .filter((code) => !/^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/.test(code))
