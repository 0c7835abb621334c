import { type Language, publishedLanguages } from '../../src/shared/languages.ts'
import type { Content as HomeContent } from '../../src/site/pages/home/content.ts'
import { contactTextsOf, headingOf, pageOf, shellOf } from './built-site.ts'

function wordsOf(language: Language) {
  const { navbar, cookies, footer, errors } = shellOf(language).texts
  const { send, failure, success } = contactTextsOf(language).form
  const { articles } = pageOf('home', language).content as HomeContent
  return {
    navigation: {
      home: navbar.home,
      presentation: navbar.presentation,
      certification: navbar.certification,
      contact: navbar.contact,
    },
    heroTitle: headingOf(pageOf('home', language)),
    accept: cookies.accept,
    refuse: cookies.refuse,
    mapHeading: footer.map_title,
    copyright: footer.copyright,
    send,
    readMore: articles[0]?.readMore.text,
    loading: errors.loading,
    formFailure: failure,
    formSuccess: success,
  }
}

const inEachLanguage = <Value>(of: (language: Language) => Value) =>
  Object.fromEntries(publishedLanguages.map((language) => [language, of(language)])) as Record<Language, Value>

/** The site's texts in each language; tests/build/fixed-words.test.ts has the fixed wordings. */
export const words = inEachLanguage(wordsOf)

/** The same in all languages. */
export const unexpectedTitle = 'Unexpected Application Error!'

/** The name of each language, in that language. */
export const languageNames = inEachLanguage(
  (language) => shellOf(language).languages.find((choice) => choice.language === language)?.name ?? '',
)
