import { fold, hyphenated } from '../../shared/fold.ts'
import { sitePages } from '../../shared/pages.ts'
import { textFileOf } from '../content-paths.ts'
import { articleList } from './changes.ts'
import type { Site } from './site.ts'
import { edit, go } from './store.ts'

/** Adds an article under a title in the language of the interface, and opens it. */
export async function addArticle({ language, state }: Site, title: string): Promise<void> {
  const words = fold(title).match(/[a-z0-9]+/g) ?? ['article']
  const base = words.join('_').replace(/^\d/, 'a$&').slice(0, 40)
  const isTaken = (key: string) => key in sitePages || textFileOf(language, key) in state.files
  let article = base
  for (let number = 2; isTaken(article); number++) article = `${base}_${number}`
  const isAdded = await edit([articleList], (was) => [...(was as string[]), article])
  const file = textFileOf(language, article)
  const isNamed = isAdded && (await edit([`${file}#title`, `${file}#head.title`], () => title))
  if (isNamed && (await edit([`${file}#head.slug`], () => hyphenated(title)))) go(article)
}
