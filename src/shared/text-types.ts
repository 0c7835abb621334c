import type { ArticleKey } from './pages.ts'
import type { RichText } from './rich-text.ts'
import type shape from './texts.json'

/** Keys that only the build uses: they are not part of a page's data. */
export const buildOnlyKeys = ['head', 'sources', 'sources_note', 'pictures', 'teaser'] as const

type BuildOnly = (typeof buildOnlyKeys)[number]

/** The texts as components read them: a text that is not in texts.json does not compile. `*` is any article there. */
export type Texts = {
  [Section in keyof typeof shape as Section extends '*' ? ArticleKey : Section]: Shown<(typeof shape)[Section]>
}

type Shown<Shape> = Shape extends string
  ? string
  : Shape extends (infer Item)[]
    ? Shown<Item>[]
    : Shape extends { '*': infer Any }
      ? Record<string, Shown<Any>>
      : {
          [Key in Exclude<keyof Shape, BuildOnly>]: Key extends 'body' ? RichText : Shown<Shape[Key]>
        } & (Shape extends { sources: object } ? Sourced : unknown)

/** What is added to texts that cite sources. */
export type Sourced = {
  /** The sources in the order of their first citation, with the words around them. */
  references: { title: string; note: string; back: string; sources: { id: string; number: number; text: RichText }[] }
  /** When the page was last reviewed, and by whom; absent if it was not. */
  review?: string | undefined
}
