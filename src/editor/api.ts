import { z } from 'zod'
import type { Problem } from '../content/problem.ts'
import type { Language } from '../shared/languages.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Texts } from '../shared/texts.generated.ts'

/** What the editor's server tells its page, and what the page asks of it. Values are named as their controls are. */

/** `texts/es/hero.yml#title`: a file below content/, and the path of a value in it. */
type ValueName = string

export type FieldState = {
  name: ValueName
  /** The path within the file. */
  path: string
  value: string
  /** What was published, where that is something else; empty for what is new. */
  published?: string
  isPlaceholder: boolean
  /** What the comment above it in the file tells writers; for files that all languages share, the editor's texts say it. */
  note: string
  /** Whether it may have several lines. */
  isLong: boolean
}

export type FileState = {
  /** What the file's first line says that it is. */
  title: string
  fields: FieldState[]
  /** The lists that may grow and shrink, and how many items each has. */
  lists: Record<string, number>
}

export type PageState = {
  page: string
  kind: PageKind
  titles: Record<Language, string>
  /** None while an article is too unfinished to be shown. */
  addresses: Record<Language, string> | undefined
  /** The text files that this page alone shows. */
  sections: string[]
  /** All that it shows, also what other pages show too. */
  reads: string[]
}

export type ProblemState = Pick<Problem, 'file' | 'code' | 'values'> & { name: ValueName }

/** One difference to the published site. */
export type Change = {
  name: ValueName
  kind: 'value' | 'group' | 'file' | 'article added' | 'article removed' | 'order'
  before: string
  after: string
}

/** A value, or a whole file, that somebody else changed while it was being changed here. */
export type Conflict = { name: ValueName; mine: string; theirs: string }

export type EditorState = {
  revision: number
  languages: { language: Language; name: string; direction: string }[]
  texts: Record<Language, Texts['editor']>
  pages: PageState[]
  /** Text files that several pages, or none, show. */
  shared: string[]
  /** The files that all languages share: facts, confirmations, lists of the checks. */
  common: string[]
  files: Record<string, FileState>
  problems: ProblemState[]
  changes: Change[]
  conflicts: Conflict[]
  /** Where the pages made of the drafts are. */
  preview: string
  /** Facts that texts may name in braces, by language. */
  facts: Record<Language, Record<string, string>>
  /** How many characters the titles and descriptions for search engines may have. */
  headLimits: Record<'title' | 'description', readonly [number, number]>
  hasGit: boolean
  author: string
  /** Whether a command publishes what was committed, and what it said when it last failed. */
  publishing: { hasCommand: boolean; failure: string | undefined }
}

const text = z.string().max(200_000)
const name = z.string().max(500)
const place = z.number().int().nonnegative()

/** What the page can ask for. */
export const editSchema = z.discriminatedUnion('op', [
  /** Many at once: the site is composed anew once for all of them. */
  z.strictObject({ op: z.literal('set'), values: z.record(name, text) }),
  /** The value is no placeholder any more, and stays as it is. */
  z.strictObject({ op: z.literal('real'), name }),
  z.strictObject({ op: z.literal('add item'), list: name }),
  z.strictObject({ op: z.literal('move item'), list: name, from: place, to: place }),
  z.strictObject({ op: z.literal('remove item'), list: name, at: place }),
  z.strictObject({ op: z.literal('add article'), titles: z.record(name, name) }),
  z.strictObject({ op: z.literal('remove article'), article: name }),
  z.strictObject({ op: z.literal('add source'), article: name, source: z.string().regex(/^[a-z0-9-]{1,40}$/), text }),
  z.strictObject({ op: z.literal('remove source'), article: name, source: name }),
  /** Says why a text needs no source: `hero.yml#text`, and which paragraph of a running text. */
  z.strictObject({ op: z.literal('take back'), change: name }),
  z.strictObject({ op: z.literal('resolve'), name, keep: z.enum(['mine', 'theirs']) }),
])
export type Edit = z.infer<typeof editSchema>

/** What publishing came to. */
export type PublishAnswer =
  | { kind: 'published'; state: EditorState }
  | { kind: 'refused'; state: EditorState }
  | { kind: 'failed'; message: string; state: EditorState }
