import type { EditorWords } from '../editor/content.ts'
import type { OfficeTexts } from '../office/content.ts'
import type { MailTexts } from '../server/mail/content.ts'
import type { Shell } from '../site/content.ts'
import type { Content as ContactContent } from '../site/pages/contact/content.ts'
import type { Content as RegisterContent } from '../site/pages/register/content.ts'
import type { DocumentTemplate } from './document.ts'
import type { Language } from './languages.ts'
import type { PageContent, PageData, Picture } from './page-data.ts'

/** All that the generator passes on to the server, in dist/site.json; the public files are in dist/public. */
export type BuiltSite = {
  /** The name of the build, which /healthz shows: it changes with anything that a visitor can see. */
  build: string
  /**
   * The version of the browser's code, in the addresses of page data, so that an open tab never loads data for other code. All pages
   * contain it: if it changed with each word or picture, returning visitors would download them all again.
   */
  codeVersion: string
  /** The settings printed in pages: their origin, how long messages are stored at most, and where a day begins. */
  settings: { origin: string; retentionDays: number; timeZone: string }
  /** Every public file, by its address. */
  files: Record<string, BuiltFile>
  /** The addresses of each page, by language; the server computes redirects from them. */
  addresses: Record<Language, string>[]
  /** The addresses that pages had before, with those that they lead to. */
  redirects: Record<string, string>
  /** What surrounds the pages that the server renders. */
  shells: Record<Language, Shell>
  /** The contact page, which contains the answer to a form. It has no scripts: nothing hydrates what a visitor typed. */
  contact: RenderedPage<ContactContent>
  /** The register of certificates. */
  register: BuiltRegister
  /** The texts of the email to the office. */
  mail: Record<Language, MailTexts>
  /** The words of the office, and those for what is wrong in a field. */
  office: Record<Language, OfficeTexts & Pick<EditorWords, 'problems'>>
}

export type BuiltFile = {
  /** Its path below dist/public. */
  path: string
  type: string
  /** A hash of its content, for ETag. */
  hash: string
  /** Never changes under this address: its name contains a hash. */
  immutable: boolean
  encodings: Encoding[]
  contentSecurityPolicy: string
  /** From when it is not served, ISO 8601. */
  expires?: string
}

/** A page that the server renders on request: its document's template, and its data, to which a request adds some. */
export type RenderedPage<Content extends PageContent> = {
  template: DocumentTemplate
  pages: Record<Language, PageData<Content>>
  /** Its sharing cards. */
  cards?: Record<Language, Picture | undefined>
}

/** The register's pages, and the certificates of content/register, which the build has checked. */
export type BuiltRegister = RenderedPage<RegisterContent> & {
  /** The page of what changed. */
  changes: Record<Language, PageData<RegisterContent>>
  /** The lines of content/register, as src/register/acts.ts has them. */
  specimens: object[]
}

/**
 * The compressed forms, the smallest first: `a.html.br` and `a.html.gz` for `a.html`. Not Zstandard: every browser that reads it
 * also reads Brotli, which is smaller at these sizes.
 */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings
