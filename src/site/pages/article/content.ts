import type { Reader } from '../../../content/compose/reader.ts'
import { citing, group, pictures, running, text } from '../../../content/schema.ts'
import { articlesIn, type PageKey } from '../../../shared/pages.ts'
import { plainWords, type RichText } from '../../../shared/rich-text.ts'
import { sourceWords } from '../../components/sources/content.ts'

/** A text with at least this many headings lists them. */
const headingsWorthAList = 4

const shown = group({ title: text(), lead: text(), body: running() })
const article = citing(group({ title: text(), teaser: text(), lead: text(), body: running(), pictures }))

/** In article.yml: the words around every article, also on the home page. */
export const common = group({
  title: text(),
  lead: text(),
  read_more: text(),
  read_more_about: text('title'),
  ...sourceWords.shape,
  other: text(),
  contents: text(),
  previous: text(),
  next: text(),
})

export const texts = { article: common, '*': article }

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader, page: PageKey) {
  const own = reader.readCiting(page, shown)
  const { other, previous, next } = reader.plain('article', common)
  const articles = articlesIn(reader.content.pages)
  const position = articles.indexOf(page)
  // The first comes after the last.
  const [before, after] = [articles.at(position - 1), articles.at((position + 1) % articles.length)]
  return {
    ...own,
    contents: contentsOf(reader, headingsOf(own.body)),
    others: {
      title: other,
      previous: { label: previous, ...articleLink(reader, before ?? page) },
      next: { label: next, ...articleLink(reader, after ?? page) },
    },
  }
}

export function articleLink(reader: Reader, page: PageKey) {
  const { title, teaser } = reader.plain(page, article)
  return { title, teaser, address: reader.addresses[page] }
}

type Heading = { id: string; words: string }

/** What a page lists in its margin. */
export const contentsOf = (reader: Reader, headings: Heading[]) => ({
  title: reader.plain('article', common).contents,
  headings: headings.length < headingsWorthAList ? [] : headings,
})

export function headingsOf(body: RichText): Heading[] {
  return body.flatMap((node) => {
    if (typeof node === 'string' || node[0] !== 'h2') return []
    const [, attributes, ...words] = node
    return [{ id: String(attributes?.id), words: plainWords(words).trim() }]
  })
}
