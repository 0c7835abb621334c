import { isBlank } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { allTextsOf, emptyArticle, leavesOf, textFile } from '../read/texts.ts'
import type { TextTree } from '../text-tree.ts'

/** Compares each language with the initial one, and articles with each other: same files, same keys, no empty text. */
export function* compareLanguages({ written, pages }: Pick<Content, 'written' | 'pages'>): Generator<Problem> {
  const models = written[initialLanguage]
  const articles = Object.fromEntries(articlesIn(pages).map((article) => [article, emptyArticle]))
  for (const language of allLanguages)
    for (const section of Object.keys({ ...models, ...written[language], ...articles })) {
      const [model, tree, file] = [models[section], written[language][section], textFile(language, section)]
      if (tree === undefined) yield { file, key: '', code: 'file_missing' }
      else if (model === undefined && !articles[section]) yield { file, key: '', code: 'file_extra' }
      else {
        const [known, found] = [keysOf(model), keysOf(tree)]
        const wanted = known.union(keysOf(articles[section]))
        for (const key of wanted.difference(found)) yield { file, key, code: known.has(key) ? 'missing' : 'empty' }
        for (const key of found.difference(wanted)) yield { file, key, code: 'extra' }
      }
    }
  for (const { file, key, text } of allTextsOf(written))
    if (isBlank(text) && key !== 'head.slug') yield { file, key, code: 'empty' }
}

const keysOf = (tree: TextTree = {}) => new Set(leavesOf(tree).map(([key]) => key))
