import type { DocumentFrame } from './document.ts'
import type { Language } from './languages.ts'
import type { PageData, ShellData } from './page-data.ts'
import type { Texts } from './texts.generated.ts'

/** What the build passes on to the server, in dist/site.json. */
export type BuiltSite = {
  build: string
  /** Every public file, by its address. */
  files: Record<string, BuiltFile>
  /** The same page in each language, page by page: redirects are worked out from it. */
  addresses: Record<Language, string>[]
}

export type BuiltFile = {
  /** Its path below dist/public. */
  path: string
  type: string
  /** A hash of its content, for ETag. */
  hash: string
  /** Never changes under this address: its name holds a hash. */
  immutable: boolean
  encodings: Encoding[]
  contentSecurityPolicy: string
  /** Of a file that only earlier builds have: when the first build without it was made, in ISO 8601. */
  leftAt?: string
}

/**
 * The compressed forms, the smallest first; a file `a.html` has them as `a.html.br` and `a.html.gz`. Zstandard is left
 * out: every browser that reads it reads Brotli, which is smaller at these sizes.
 */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings

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
