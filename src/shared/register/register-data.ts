import type { PageStyle } from '../document.ts'
import type { Language } from '../languages.ts'
import type { BootstrapData, PageData, ShellData } from '../page-data.ts'
import type { Certificate } from './certificate.ts'

export type RegisterPage = Extract<PageData, { kind: 'register' }>

/** What the build tells the server about the register, in dist/register.json: all that its pages are drawn from. */
export type RegisterData = {
  certificates: Certificate[]
  /** The day of the build in the site's time zone, ISO 8601. */
  published: string
  timeZone: string
  /** The public origin that the pages name. */
  origin: string
  /** The register's own page in each language, and what surrounds it. */
  languages: Record<Language, { shell: ShellData; page: RegisterPage }>
  style: PageStyle
  /** The script that starts a page, and what it must know besides the page's address. */
  bootstrap: string
  start: Omit<BootstrapData, 'address'>
  contentSecurityPolicy: string
}
