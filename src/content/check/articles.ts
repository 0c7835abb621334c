import { initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { leavesOf, textFile } from '../read/texts.ts'

/** The texts of every article, so that a new one needs no code. */
const everyArticle = ['head.slug', 'head.title', 'head.description', 'title', 'teaser', 'lead', 'body', 'sources_note']

/** Checks that each article has these texts. The other languages are compared with the initial one, key by key. */
export function* checkArticles({ texts, pages }: Pick<Content, 'texts' | 'pages'>): Generator<Problem> {
  for (const article of articlesIn(pages)) {
    const file = textFile(initialLanguage, article)
    const tree = texts[initialLanguage][article]
    if (tree === undefined) yield { file, key: '', code: 'file_missing' }
    else {
      const written = new Map(leavesOf(tree))
      for (const key of everyArticle) if (!written.get(key)?.trim()) yield { file, key, code: 'empty' }
    }
  }
}
