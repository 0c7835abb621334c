import type { Reader } from '../../../content/compose/reader.ts'
import { citing, group, pictures, running, text } from '../../../content/schema.ts'
import { articlesIn, type PageKey } from '../../../shared/pages.ts'
import { plainWords, type RichText } from '../../../shared/rich-text.ts'
import { sourceWords } from '../../components/sources/content.ts'

/** An article with at least this many headings lists them at its beginning. */
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
  const { other, contents, previous, next } = reader.plain('article', common)
  const headings = headingsOf(own.body)
  const articles = articlesIn(reader.content.pages)
  const position = articles.indexOf(page)
  // In a round.
  const [before, after] = [articles.at(position - 1), articles.at((position + 1) % articles.length)]
  return {
    ...own,
    contents: { title: contents, headings: headings.length < headingsWorthAList ? [] : headings },
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

function headingsOf(body: RichText): { id: string; words: string }[] {
  return body.flatMap((node) => {
    if (typeof node === 'string' || node[0] !== 'h2') return []
    const [, attributes, ...words] = node
    return [{ id: String(attributes?.id), words: plainWords(words).trim() }]
  })
}
