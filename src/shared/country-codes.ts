import { countryName } from './country-name.ts'
import { initialLanguage } from './languages.ts'

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** Every country's code as ISO 3166-1 assigns it (alpha-2): without regions, retired, reserved and private codes, which CLDR names, too. */
export const countryCodes: string[] = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => countryName(code, initialLanguage) !== code && new Intl.Locale(`und-${code}`).region === code)
  .filter((code) => !/^(?:AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|X.|ZZ)$/.test(code))
