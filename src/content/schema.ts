import { z } from 'zod'
import type { RichText } from '../shared/rich-text.ts'
import { runningMark, type TextTree } from './text-tree.ts'

/*
 * What the schemas of text files are written with: `content.ts` in each folder that shows texts. From a schema follow the types of the
 * texts, what is compared between languages, and the editor's form. No schema reaches a browser (tests/imports.ts).
 */

/** The schema of a part of a text file, and those of whole files by their names; `*` is an article. */
export type Schema = z.ZodType
export type Schemas = Record<string, Schema>

export const group = z.object
export const list = z.array

/** A group in which writers add and remove what they like. */
export const open = <Item extends Schema>(item: Item) => z.record(z.string(), item)

/** A group with the same for each name. */
export const each = <Name extends string, Item extends Schema>(names: readonly Name[], item: Item) =>
  group(Object.fromEntries(names.map((name) => [name, item])) as Record<Name, Item>)

/** A text in one line. @param variables what the code fills in, when it is shown */
export const text = (...variables: string[]) => z.string().meta({ variables })

/** Text in Markdown: paragraphs, headings, lists, links, citations. */
export const running = (...variables: string[]) =>
  z.string().meta({ variables, mark: runningMark }) as unknown as z.ZodType<RichText, string>

/** Running text below a title. */
export const titled = (...variables: string[]) => group({ title: text(...variables), body: running(...variables) })

/** A part of a page that is running text alone. */
export const body = () => group({ body: running() })

/** For search engines and the browser's tab. The page at the language's root has no words in its address. */
export const head = group({ title: text(), description: text() })

const pageHead = { head: group({ slug: text(), title: text(), description: text() }) }
const sources = { sources: open(text()), sources_note: text() }

/** Drawings that running text of the page shows, by the names of their templates in content/pictures. */
export const pictures = open(group({ file: text(), alt: text(), caption: text(), words: open(text()) }))

/** The file of a page: its head, and what it shows. */
export const page = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) => group({ ...pageHead, ...shape })

/** The file of a page that cites sources. */
export const citing = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  group({ ...pageHead, ...shape, ...sources })

/**
 * A schema as plain data: nested keys, one item in each list, `*` for any name in an open group. A text is its
 * variables, `{{length}} {{limit}}`, after `runningMark` if it is running text.
 */
export function shapeOf(schema: Schema): TextTree {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = readShape(schema)
  shapes.set(schema, shape)
  return shape
}
const shapes = new WeakMap<Schema, TextTree>()

function readShape(schema: Schema): TextTree {
  if (schema instanceof z.ZodArray) return [shapeOf(schema.element as Schema)]
  if (schema instanceof z.ZodRecord) return { '*': shapeOf(schema.valueType as Schema) }
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, part]) => [key, shapeOf(part as Schema)]))
  const { mark = '', variables = [] } = schema.meta() as { mark?: string; variables?: string[] }
  return mark + variables.map((name) => `{{${name}}}`).join(' ')
}
