import type { PageStyle } from '../document.ts'
import type { Language } from '../languages.ts'
import type { PageData, ShellData } from '../page-data.ts'
import type { Texts } from '../texts.generated.ts'

/** What the build tells the server about answering and forwarding contact messages, in dist/contact-data.json. */
export type ContactData = {
  /** The public origin that the pages name. */
  origin: string
  /** The longest time that the privacy notice promises. */
  retentionDays: number
  timeZone: string
  languages: Record<Language, ContactLanguageData>
}

/** The contact page in one language, to be drawn again with an answer, and the words of the mail to the office. */
export type ContactLanguageData = {
  shell: ShellData
  page: ContactPage
  style: PageStyle
  contentSecurityPolicy: string
  mail: Texts['mail']
}

export type ContactPage = Extract<PageData, { kind: 'contact' }>
