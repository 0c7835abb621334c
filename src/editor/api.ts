import type { Problem } from '../content/problem.ts'
import type { Language } from '../shared/languages.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Texts } from '../shared/texts.generated.ts'

/** What the editor's server tells its page, and what the page asks of it. Values are named as their controls are. */

/** `texts/es/hero.yml#title`: a file below content/, and the path of a value in it. */
export type ValueName = string

export type FieldState = {
  name: ValueName
  /** The path within the file. */
  path: string
  value: string
  /** What was published, where that is something else; empty for what is new. */
  published?: string
  isPlaceholder: boolean
  /** What the file's comment above it says to whoever writes; of the files that all languages share, the editor's texts say it. */
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

export type ProblemState = Pick<Problem, 'file' | 'message' | 'code' | 'values'> & { name: ValueName }

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

export type Edit =
  | { op: 'set'; name: ValueName; value: string }
  /** Many at once: the site is composed anew once for all of them. */
  | { op: 'set all'; values: Record<ValueName, string> }
  | { op: 'real'; name: ValueName }
  | { op: 'add item'; list: ValueName }
  | { op: 'move item'; list: ValueName; from: number; to: number }
  | { op: 'remove item'; list: ValueName; at: number }
  | { op: 'add article'; titles: Record<string, string> }
  | { op: 'remove article'; article: string }
  | { op: 'add source'; article: string; source: string; text: string }
  | { op: 'remove source'; article: string; source: string }
  /** Says why a text needs no source: `hero.yml#text`, and which paragraph of a running text. */
  | { op: 'excuse'; text: string; paragraph?: string | undefined; reason: string }
  | { op: 'take back'; change: ValueName }
  | { op: 'resolve'; name: ValueName; keep: 'mine' | 'theirs' }

/** What publishing came to. */
export type PublishAnswer =
  | { kind: 'published'; state: EditorState }
  | { kind: 'refused'; state: EditorState }
  | { kind: 'failed'; message: string; state: EditorState }
