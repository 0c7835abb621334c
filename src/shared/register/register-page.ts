import type { DocumentFrame } from '../document.ts'
import type { Language } from '../languages.ts'
import type { PageData, Picture, ShellData } from '../page-data.ts'
import type { RichText } from '../rich-text.ts'
import type { Certificate } from './certificate.ts'

/**
 * What the register's page shows: the certificates that contain the words of a search, or without one those that are suspended
 * or withdrawn; one certificate, with the address in its QR code; or why there is none.
 */
export type RegisterView =
  | { kind: 'list'; query: string; listed: Certificate[]; count: string; isCut: boolean; published: string }
  | { kind: 'certificate'; number: string; certificate: Certificate; address: string }
  | { kind: 'none'; number: string; advice: RichText }

export type RegisterPage = PageData<'register'>

/** What the server draws the register's pages from, in dist/register.json. */
export type RegisterData = {
  certificates: Certificate[]
  /** The day of the build in the site's time zone, ISO 8601. */
  published: string
  timeZone: string
  build: string
  frame: DocumentFrame
  /** The register's own page in each language, what surrounds it, and its sharing card. */
  languages: Record<Language, { shell: ShellData; page: RegisterPage; card?: Picture | undefined }>
}
