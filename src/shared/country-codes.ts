import { countryName } from './country-name.ts'
import { initialLanguage } from './languages.ts'

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** Every country's code (ISO 3166-1 alpha-2): excludes regions and retired codes. */
export const countryCodes: string[] = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => countryName(code, initialLanguage) !== code && new Intl.Locale(`und-${code}`).region === code)
  .filter((code) => !/^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/.test(code))
