import { useState } from 'react'
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
  const [isBusy, setIsBusy] = useState(false)
  return (
    <form
      className={css.inlineForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setIsBusy(true)
        const form = new FormData(event.currentTarget)
        const { article, edits } = additionOf(
          site,
          eachLanguage((language) => String(form.get(language))),
        )
        void edit(edits).then((isDone) => (isDone ? go(article) : setIsBusy(false)))
      }}
    >
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
