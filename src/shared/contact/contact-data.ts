import type { DocumentFrame } from '../document.ts'
import type { Language } from '../languages.ts'
import type { PageData, ShellData } from '../page-data.ts'
import type { Texts } from '../texts.generated.ts'

/** What the server needs to answer and forward contact messages: the build writes it to dist/contact-data.json. */
export type ContactData = {
  /** The longest time that the privacy notice promises. */
  retentionDays: number
  timeZone: string
  /** The contact page without scripts: a page with a visitor's own words in it stays as it is. */
  frame: DocumentFrame
  /** The contact page, to be rendered again with an answer, and the words of the mail to the office. */
  languages: Record<Language, { shell: ShellData; page: PageData<'contact'>; mail: Texts['mail'] }>
}
