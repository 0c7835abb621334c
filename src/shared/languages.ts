/**
 * The languages of the site, one line each: everything else about a language is in content/texts/<language>/.
 * `prefix` begins its addresses, `locale` is its BCP 47 tag for dates, lists and country names, `iso639_3` its code in the check
 * for texts left in another language. While a language is a draft (`isDraft: true`), what its texts lack is English, search engines do not
 * list its pages, and no other page links to them: `npm run check` lists what is not translated.
 */
export const languages = {
  es: { prefix: '', locale: 'es-ES', direction: 'ltr', iso639_3: 'spa' },
  en: { prefix: '/en', locale: 'en-GB', direction: 'ltr', iso639_3: 'eng' },
  fr: { prefix: '/fr', locale: 'fr-FR', direction: 'ltr', iso639_3: 'fra' },
} as const satisfies Record<string, LanguageEntry>

type LanguageEntry = {
  prefix: '' | `/${string}`
  locale: string
  direction: 'ltr' | 'rtl'
  iso639_3: string
  isDraft?: true
}

export type Language = keyof typeof languages

/** The default language: visitors who have not chosen one get it. */
export const initialLanguage: Language = 'es'

/** The language shown for a missing text. The build fails for such a gap, so only live editing and drafts need it. */
export const fallbackLanguage: Language = 'en'

export const allLanguages = Object.keys(languages) as Language[]

export const isDraft = (language: Language) => 'isDraft' in languages[language]

/** Those that visitors and search engines are led to. */
export const publishedLanguages = allLanguages.filter((language) => !isDraft(language))

/** A value for each language. */
export const eachLanguage = <Value>(make: (language: Language) => Value) =>
  Object.fromEntries(allLanguages.map((language) => [language, make(language)])) as Record<Language, Value>

/** The language of a public address, by its prefix. It may have a query. */
export function languageOf(address: string): Language {
  const [, first] = address.split(/[/?]/)
  return allLanguages.find((language) => languages[language].prefix === `/${first}`) ?? initialLanguage
}

export const homeAddress = (language: Language): string => languages[language].prefix || '/'

/** The address of a language's not-found page, which the server sends with status 404. */
export const notFoundAddress = (language: Language): string => `${languages[language].prefix}/404`
