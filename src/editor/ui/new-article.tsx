import type { FormEvent } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { fold, hyphenated } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, initialLanguage, type Language, languages } from '../../shared/languages.ts'
import { sitePages } from '../../shared/pages.ts'
import { emptied, textFileOf } from '../content-paths.ts'
import { articleList } from './changes.ts'
import css from './editor.module.css'
import { type Site, useSite } from './site.ts'
import { edit, go, type Replacement } from './store.ts'

/** Asks for the titles of a new article, and opens it. */
export function NewArticle() {
  const site = useSite()
  const { articles } = site.words
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { article, edits } = additionOf(
      site,
      eachLanguage((language) => String(form.get(language))),
    )
    if (await edit(edits)) go(article)
  }
  return (
    <form className={css.inlineForm} onSubmit={(event) => void onSubmit(event)}>
      <p>{articles.explain}</p>
      {allLanguages.map((language) => (
        <label key={language}>
          {interpolate(articles.title_in, { language: site.languageName(language) })}
          <input
            name={language}
            lang={language}
            dir={languages[language].direction}
            spellCheck
            required
            maxLength={120}
          />
        </label>
      ))}
      <button type="submit">{articles.create}</button>
    </form>
  )
}

/** What adds an article in every language: the texts that every article has, with the comments of the first one. */
function additionOf({ articles, state, treeOf }: Site, titles: Record<Language, string>) {
  const words = fold(titles[initialLanguage]).match(/[a-z0-9]+/g) ?? ['article']
  const base = words.join('_').replace(/^\d/, 'a$&').slice(0, 40)
  const isTaken = (key: string) => key in sitePages || textFileOf(initialLanguage, key) in state.files
  let article = base
  for (let number = 2; isTaken(article); number++) article = `${base}_${number}`
  const texts = allLanguages.map((language): Replacement => {
    const model = textFileOf(language, articles[0] ?? '')
    // The note on sources is much the same below every article.
    const { pictures: _, sources_note = '', ...others } = treeOf(model) as Record<string, TextTree>
    const title = titles[language].trim()
    const head = { slug: hyphenated(title), title, description: '' }
    const value = { ...(emptied(others) as object), head, title, sources: {}, sources_note }
    return { name: textFileOf(language, article), become: () => value, model }
  })
  // The list comes last: if the server ends before, there is no article without its texts.
  const list: Replacement = { name: articleList, become: (was) => [...(was as string[]), article] }
  return { article, edits: [...texts, list] }
}
