import type { DocumentFrame } from './document.ts'
import type { Language } from './languages.ts'
import type { PageData, ShellData } from './page-data.ts'
import type { Texts } from './texts.generated.ts'

/** What the build passes on to the server, in dist/site.json. */
export type BuiltSite = {
  build: string
  /** Every public file, by its address. */
  files: Record<string, BuiltFile>
  /** The addresses of each page, by language; the server computes redirects from them. */
  addresses: Record<Language, string>[]
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
}

/**
 * The compressed forms, the smallest first: `a.html.br` and `a.html.gz` for `a.html`. Not Zstandard: every browser that reads it
 * also reads Brotli, which is smaller at these sizes.
 */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings

/** What the server needs to answer and forward contact messages, in dist/contact-data.json. */
export type ContactData = {
  /** How long messages are stored at most, as the privacy notice says. */
  retentionDays: number
  timeZone: string
  /** Without scripts: a page that contains what a visitor typed is not hydrated. */
  frame: DocumentFrame
  /** The contact page, to be rendered again with an answer, and the texts of the email to the office. */
  languages: Record<Language, { shell: ShellData; page: PageData<'contact'>; mail: Texts['mail'] }>
}
