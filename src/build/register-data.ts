import type { LanguageSite, SiteSettings } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import { type LiveParts, speculationRules } from '../shared/document.ts'
import type { Language } from '../shared/languages.ts'
import { dayIn } from '../shared/register/certificate.ts'
import type { RegisterData } from '../shared/register/register-page.ts'
import type { Bundle } from './bundle.ts'
import { pagePolicy } from './content-security-policy.ts'
import type { Fonts } from './drawing/fonts.ts'
import { mapOrigin, styleOf } from './page-parts.ts'

type Parts = {
  content: Content
  settings: SiteSettings
  bundle: Bundle
  fonts: Fonts
  build: string
  live: LiveParts | undefined
}

/** Gathers what the server draws the register's pages from; nothing if there are no certificates. */
export function registerData(sites: LanguageSite[], { content, settings, bundle, fonts, build, live }: Parts) {
  const pages = sites.flatMap(({ shell, register: page }) => (page ? [[shell.language, { shell, page }] as const] : []))
  if (pages.length === 0) return undefined
  const style = styleOf('register', { bundle, fonts, origin: settings.origin })
  const { bootstrap, entry, vendor, kinds } = bundle
  const data: RegisterData = {
    certificates: content.certificates,
    published: dayIn(content.organisation.time_zone)(new Date()),
    timeZone: content.organisation.time_zone,
    origin: settings.origin,
    languages: Object.fromEntries(pages) as Record<Language, (typeof pages)[number][1]>,
    style,
    bootstrap,
    start: { kind: 'register', build, entry, vendor, chunk: kinds.register },
    contentSecurityPolicy: pagePolicy({
      inlineStyles: [style.css],
      inlineScripts: [bootstrap, speculationRules],
      mapOrigin: mapOrigin(content),
    }),
    live,
  }
  return data
}
