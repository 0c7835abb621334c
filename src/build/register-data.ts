import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import type { DocumentFrame } from '../shared/document.ts'
import { dayIn } from '../shared/register/certificate.ts'
import type { RegisterData } from '../shared/register/register-page.ts'

/** Gathers what the server draws the register's pages from; nothing if there are no certificates. */
export function registerData(
  { certificates, organisation: { time_zone: timeZone } }: Content,
  sites: LanguageSite[],
  frame: DocumentFrame,
  build: string,
): RegisterData | undefined {
  const pages = sites.flatMap(({ shell, register: page }) => (page ? [[shell.language, { shell, page }]] : []))
  if (pages.length === 0) return undefined
  const languages = Object.fromEntries(pages) as RegisterData['languages']
  return { certificates, published: dayIn(timeZone)(new Date()), timeZone, build, frame, languages }
}
