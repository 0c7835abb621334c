import type { Reader } from '../../../content/compose/reader.ts'
import { citing, group, running, text } from '../../../content/schema.ts'
import { type PageKey, pagesOfKind } from '../../../shared/pages.ts'

const shown = group({ title: text(), lead: text(), body: running() })

export const texts = Object.fromEntries(pagesOfKind('notice').map((page) => [page, citing(shown)]))

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader, page: PageKey) => reader.readCiting(page, shown)
