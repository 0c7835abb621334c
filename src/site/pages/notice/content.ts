import type { Reader } from '../../../content/compose/reader.ts'
import { citing, group, running, text } from '../../../content/schema.ts'
import { type PageKey, pagesOfKind } from '../../../shared/pages.ts'
import { contentsOf, headingsOf } from '../article/content.ts'

const shown = group({ title: text(), lead: text(), body: running() })

export const texts = Object.fromEntries(pagesOfKind('notice').map((page) => [page, citing(shown)]))

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader, page: PageKey) {
  const own = reader.readCiting(page, shown)
  return { ...own, contents: contentsOf(reader, headingsOf(own.body)) }
}
