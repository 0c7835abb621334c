import { z } from 'zod'
import type { LanguageTexts } from '../content/read/texts.ts'
import type { YamlFile } from '../content/read/yaml-file.ts'
import type { TextTree } from '../content/text-tree.ts'
import type { Problem } from '../shared/problem.ts'

/** The messages between the editor's server and its page. A value has the name of its control: see content-paths.ts. */

/**
 * What a value is chosen from or typed as, if it is not text. A group of texts has the words for what is chosen.
 */
export type Input = 'country' | 'date' | 'language' | 'page' | `${string}.yml#${string}`

/** Everything that the page shows. */
export type EditorState = {
  /** Grows with each change. */
  revision: number
  /** What each file says; nothing if it is not there, or cannot be read. */
  now: Record<string, YamlFile | null>
  /** What it says in the last commit, if that is different. */
  published: Record<string, YamlFile | null>
  /** The form controls of values outside the text files, by key. */
  inputs: Record<string, Input>
  /** What the text files have to be: see `shapeOf`. */
  shape: LanguageTexts
  /** Each with the name of what it is about. */
  problems: (Problem & { name: string })[]
  /** Whether a command is set that publishes what was committed. */
  hasCommand: boolean
  /** The copy of the site that is edited. */
  copy: string
  /** How often something was published here that is not online yet. */
  waiting: number
  /** Files in content/ that are not published, because the site does not read them. */
  strays: string[]
  /** The name of who has signed in, and publishes under it; nothing if it is asked for. */
  author?: string
  /** The last publication that was brought online from here, or is on its way. */
  release?: Release | undefined
}

/** How far a publication is on its way to the site. */
export type Release =
  | { stage: 'building' | 'waiting' }
  | { stage: 'online'; since: string; address: string }
  | { stage: 'failed'; failure: Problem }

const tree: z.ZodType<TextTree> = z.lazy(() => z.union([z.string(), z.array(tree), z.record(z.string(), tree)]))

/**
 * Replaces what has a name by a value: a text, a whole list, the names in a group, a whole file. `null` is what is not there.
 * `was` is what is replaced: if the file says something else, nothing is.
 */
export const editSchema = z.object({
  name: z.string().max(500),
  was: tree.nullable(),
  value: tree.nullable(),
  /** The item of a list that the value is in, as it was when the value was changed. */
  item: tree.optional(),
  /** The value is no placeholder any more, whatever it says. */
  isReal: z.boolean().optional(),
})
export type Edit = z.infer<typeof editSchema>

/**
 * What has changed since the last message to a page: of `now` and `published` only the files that changed; a file that is in `now`
 * alone is as in the last commit. The first message has everything, also what never changes.
 */
export type StateChange = Omit<EditorState, 'inputs' | 'shape'> & Partial<Pick<EditorState, 'inputs' | 'shape'>>

export type EditResult = {
  /** The page has the outcome when it has this revision. */
  revision: number
  /** An edit is not applied if the file says something else by now, or cannot be read. */
  applied: boolean
  /** Why nothing was done. */
  failure?: Problem
  /** What was published here and is not in the files, because another copy has published the same value otherwise. */
  conflicts?: Conflict[]
}
export type Conflict = { name: string; value: TextTree | null }

export const publishSchema = z.strictObject({
  author: z.string().trim().min(1).max(100),
  summary: z.string().trim().min(1).max(500),
})
/** Who publishes; without an address, the one that git knows. */
export type Author = { name: string; email?: string }
export type Publication = { author: Author; summary: string }
