import type { RichText } from './rich-text.ts'
import type shape from './texts.json'

/** Keys that only the build uses: they are not part of a page's data. */
export const buildOnlyKeys = ['head', 'sources', 'sources_note', 'pictures', 'teaser'] as const

/** The texts as components read them: a text that is not in texts.json does not compile. */
export type Texts = { [Section in Exclude<keyof typeof shape, '*'>]: Shown<(typeof shape)[Section]> }

type Shown<Shape> = Shape extends string
  ? string
  : Shape extends (infer Item)[]
    ? Shown<Item>[]
    : Shape extends { '*': infer Any }
      ? Record<string, Shown<Any>>
      : {
          [Key in Exclude<keyof Shape, (typeof buildOnlyKeys)[number]>]: Key extends 'body'
            ? RichText
            : Shown<Shape[Key]>
        }
