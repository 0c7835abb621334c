import type { z } from 'zod'
import { group, text } from '../../../content/schema.ts'
import type { RichText } from '../../../shared/rich-text.ts'

/** In article.yml, for every page that cites sources. */
export const sourceWords = group({
  sources_title: text(),
  reference: text('number'),
  back: text(),
  reviewed: text('date', 'reviewer'),
})
export type SourceWords = z.output<typeof sourceWords>

/** What a page that cites sources has besides its texts. */
export type Sourced = {
  /** The sources in the order of their first citation, with the words around them. */
  references: { title: string; note: string; back: string; sources: { id: string; number: number; text: RichText }[] }
  /** When the page was last reviewed, and by whom; absent if it was not. */
  review?: string | undefined
}
