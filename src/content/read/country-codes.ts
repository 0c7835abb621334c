import { countryName } from './country-name.ts'
import { initialLanguage } from './languages.ts'

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** Every country's code. Other regions have names too, and a code that was given up leads to another one. */
export const countryCodes: string[] = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => countryName(code, initialLanguage) !== code && new Intl.Locale(`und-${code}`).region === code)
  .filter((code) => !/^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/.test(code))
