import type { LanguageSite, SiteSettings } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import type { ContactData, ContactLanguageData, ContactPage } from '../shared/contact/contact-data.ts'
import type { Language } from '../shared/languages.ts'
import type { Bundle } from './bundle.ts'
import { pagePolicy } from './content-security-policy.ts'
import type { Fonts } from './drawing/fonts.ts'
import { mapOrigin, styleOf } from './page-parts.ts'

type Parts = { bundle: Bundle; fonts: Fonts; content: Content; settings: SiteSettings }

/** Gathers what the server needs to answer a plain form with the contact page, and to forward messages by mail. */
export function contactData(sites: LanguageSite[], { bundle, fonts, content, settings }: Parts): ContactData {
  const languages = sites.map(({ shell, pages, mail }): [Language, ContactLanguageData] => {
    const page = pages.find(({ kind }) => kind === 'contact') as ContactPage
    const style = styleOf(page.kind, { bundle, fonts, origin: settings.origin })
    const contentSecurityPolicy = pagePolicy({
      inlineStyles: [style.css],
      mapOrigin: mapOrigin(content),
      contactOrigin: settings.contactOrigin,
    })
    return [shell.language, { shell, page, style, contentSecurityPolicy, mail }]
  })
  return {
    ...settings,
    timeZone: content.organisation.time_zone,
    languages: Object.fromEntries(languages) as ContactData['languages'],
  }
}
