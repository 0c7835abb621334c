import type { DocumentFrame } from '../document.ts'
import type { Language } from '../languages.ts'
import type { PageData, ShellData } from '../page-data.ts'
import type { RichText } from '../rich-text.ts'
import type { Certificate, CertificateState } from './certificate.ts'

/** A certificate as it is shown: days, covers, reason and town in words, with its state and the day of it, if that has one. */
export type ShownCertificate = Certificate & { address: string; state: CertificateState; since: string }

/** What the register's page shows: itself, what a search found, one certificate, or why there is none. */
export type RegisterView =
  | { kind: 'overview'; count: string; published: string; listed: ShownCertificate[]; isCut: boolean }
  | { kind: 'results'; query: string; count: string; published: string; listed: ShownCertificate[]; isCut: boolean }
  | { kind: 'certificate'; certificate: ShownCertificate; isSpecimen: boolean; proof: RichText; replacement: string }
  | { kind: 'none'; body: RichText }

export type RegisterPage = Extract<PageData, { kind: 'register' }>

/** What the build tells the server about the register, in dist/register.json: all that its pages are drawn from. */
export type RegisterData = {
  certificates: Certificate[]
  /** The day of the build in the site's time zone, ISO 8601. */
  published: string
  timeZone: string
  build: string
  frame: DocumentFrame
  /** The register's own page in each language, and what surrounds it. */
  languages: Record<Language, { shell: ShellData; page: RegisterPage }>
}
