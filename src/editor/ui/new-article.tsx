import type { FormEvent } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, eachLanguage, languages } from '../../shared/languages.ts'
import { additionOf } from './changes.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'
import { edit, go } from './store.ts'

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
