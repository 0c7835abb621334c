import { z } from 'zod'
import type { Language } from '../shared/languages.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Texts } from '../shared/texts.generated.ts'

/** The messages between the editor's server and its page. Values have the names of their controls. */

/** `texts/es/hero.yml#title`: a file below content/, and the path of a value in it. */
type ValueName = string

/** What a value is chosen from or typed as, where that is not text. */
export type Input = 'country' | 'role' | 'date' | 'page' | 'side'

export type Field = {
  /** The path within the file. */
  path: string
  value: string
  /** The value in the last commit, if it is different; empty for what is new. */
  published?: string
  isPlaceholder?: boolean
  /** The comment above it in the file; for files that all languages share, the editor's texts have notes. */
  note?: string
  /** Whether it may have several lines. */
  isLong?: boolean
  input?: Input
}

export type FileState = {
  /** The comment at the beginning of the file. */
  title: string
  fields: Field[]
  /** How many items the lists have that may grow and shrink. */
  lists: Record<string, number>
}

export type PageState = {
  page: string
  kind: PageKind
  titles: Record<Language, string>
  /** The address of its preview in each language. */
  addresses: Record<Language, string>
  /** The text files that only this page shows. */
  sections: string[]
  /** All text files that it shows. */
  reads: string[]
}

export type ProblemState = { name: ValueName; file: string; message: Record<Language, string> }

/** One difference from the last commit. */
export type Change = {
  name: ValueName
  kind: 'value' | 'list' | 'file' | 'article added' | 'article removed' | 'order'
  before: string
  after: string
}

/** Why the folder cannot be published from, or that it can. */
export type RepositoryState = 'ready' | 'no git' | 'no repository' | 'no commit' | 'not owner' | 'detached'

export type PublishingState = {
  repository: RepositoryState
  /** The name in the git configuration. */
  author: string
  hasCommand: boolean
  isRunning: boolean
  /** What was committed, and not yet published by the command; `reason` is the output of the command, if it failed. */
  pending: { reason: string } | undefined
}

export type EditorState = {
  /** Grows with each change. */
  revision: number
  languages: { language: Language; name: string; direction: string }[]
  texts: Record<Language, Texts['editor']>
  pages: PageState[]
  /** Text files that several pages show, or none. */
  shared: string[]
  /** The files that all languages share. */
  common: string[]
  files: Record<string, FileState>
  /** Every country by its code, in each language. */
  countries: Record<Language, Record<string, string>>
  problems: ProblemState[]
  changes: Change[]
  publishing: PublishingState
  /** The origin of the preview. */
  preview: string
}

/** What has changed: only the files that did, `null` for those that are gone. */
export type EditorPatch = Omit<EditorState, 'files' | 'texts' | 'languages' | 'countries'> & {
  files: Record<string, FileState | null>
}

const name = z.string().max(500)
/** What the page took the item of a list for: see `identityOf`. */
const item = z.string()

/** What the page can ask for. */
export const editSchema = z.discriminatedUnion('op', [
  /** `was` is the value that is replaced. Each value is judged by itself. */
  z.strictObject({
    op: z.literal('set'),
    values: z.record(name, z.strictObject({ value: z.string(), was: z.string(), item: item.optional() })),
  }),
  /** The value is no placeholder any more, and stays as it is. */
  z.strictObject({ op: z.literal('real'), name, was: z.string() }),
  z.strictObject({ op: z.literal('add item'), list: name }),
  z.strictObject({ op: z.literal('move item'), list: name, at: z.int().min(0), by: z.literal([-1, 1]), item }),
  z.strictObject({ op: z.literal('remove item'), list: name, at: z.int().min(0), item }),
  z.strictObject({ op: z.literal('add article'), titles: z.record(name, name) }),
  z.strictObject({ op: z.literal('remove article'), article: name }),
  z.strictObject({
    op: z.literal('add source'),
    article: name,
    source: z.string().regex(/^[a-z0-9-]{1,40}$/),
    text: z.string(),
  }),
  z.strictObject({ op: z.literal('remove source'), article: name, source: name }),
  z.strictObject({ op: z.literal('take back'), change: name, after: z.string() }),
])
export type Edit = z.infer<typeof editSchema>

/** `conflict`: the file has another value by now, `theirs`. `invalid`: the site cannot keep such a value. */
export type Outcome = { kind: 'done' } | { kind: 'conflict'; theirs: string } | { kind: 'invalid' }

/** What became of an edit; of a `set`, by the name of each value. */
export type EditAnswer = { outcomes: Record<string, Outcome>; patch: EditorPatch }

/** `reason` is the output of git. */
export type PublishAnswer = { kind: 'committed' | 'blocked' } | { kind: 'failed'; reason: string }
