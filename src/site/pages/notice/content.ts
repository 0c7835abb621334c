import type { Reader } from '../../../content/compose/reader.ts'
import { citing, group, pictures, running, text } from '../../../content/schema.ts'
import { type PageKey, pagesOfKind } from '../../../shared/pages.ts'
import { contentsOf, headingsOf } from '../article/content.ts'

const shown = group({ title: text(), lead: text(), body: running() })
/** A list of links that look like buttons. */
const withDoors = shown.extend({ doors: running() })

export const texts = {
  ...Object.fromEntries(pagesOfKind('notice').map((page) => [page, citing(shown)])),
  complaints: citing(withDoors),
  shops: citing(shown.extend({ pictures })),
}

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader, page: PageKey) {
  const doors = page === 'complaints' ? reader.read(page, group({ doors: running() })).doors : []
  const own = reader.readCiting(page, shown)
  // What has a button is not listed again.
  const buttons = JSON.stringify(doors)
  const headings = headingsOf(own.body).filter(({ id }) => !buttons.includes(`#${id}"`))
  return { ...own, doors, contents: contentsOf(reader, headings) }
}
