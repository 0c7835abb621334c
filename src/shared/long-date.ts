import { languageRules } from './language-rules.ts'
import { eachLanguage, type Language, languages } from './languages.ts'
import { memoizeLast } from './memoize.ts'

const formats = eachLanguage(
  (language) => new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' }),
)

/**
 * A day as the language writes it in full: 12 de marzo de 2026, 12 March 2026, 1er mars 2026.
 * @param day ISO 8601, or '' for none
 */
export function longDate(day: string, language: Language): string {
  return day && asWritten(formats[language].format(new Date(day)), language)
}

/** A formatted date as the language writes it, where Intl does not. */
export function asWritten(formatted: string, language: Language): string {
  const [pattern, becomes] = languageRules[language].date ?? ['', '']
  return formatted.replace(pattern, becomes)
}

/** Making a format takes longer than rendering a page. */
const dayFormat = memoizeLast((timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }))

/** The day that a time falls on in a time zone: sv-SE formats ISO 8601. */
export const dayIn = (timeZone: string, time: Date) => dayFormat(timeZone).format(time)
