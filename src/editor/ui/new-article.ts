import type { TextTree } from '../../content/read/texts.ts'
import { fold, hyphenated } from '../../shared/fold.ts'
import { allLanguages } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import { emptied, textFileOf } from '../content-paths.ts'
import { articleList } from './changes.ts'
import type { Site } from './site.ts'
import { edit, go, type Replacement } from './store.ts'

/** Adds an article in every language, and opens it: the texts that every article has, with the comments of the first one. */
export async function addArticle({ articles, language, state, treeOf }: Site, title: string): Promise<void> {
  const base =
    fold(title)
      .match(/[a-z0-9]+/g)
      ?.join('_')
      .replace(/^\d/, 'a$&')
      .slice(0, 40) ?? 'article'
  const isTaken = (key: string) => key in sitePages || textFileOf(language, key) in state.files
  let article = base
  for (let number = 2; isTaken(article); number++) article = `${base}_${number}`
  const texts = allLanguages.map((each): Replacement => {
    const model = textFileOf(each, articles[0] ?? '')
    // The note on sources is much the same below every article.
    const { pictures: _, sources_note = '', ...others } = treeOf(model) as Record<string, TextTree>
    const own = each === language ? title : ''
    const head = { slug: hyphenated(own), title: own, description: '' }
    const value = { ...(emptied(others) as object), head, title: own, sources: {}, sources_note }
    return { name: textFileOf(each, article), become: () => value, model }
  })
  // The list comes last: if the server ends before, there is no article without its texts.
  const list: Replacement = { name: articleList, become: (was) => [...(was as string[]), article] }
  if (await edit([...texts, list])) go(article)
}
