import { useState as useOwn } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import css from './editor.module.css'
import { ViewTitle } from './parts.tsx'
import { go, send, useState, useWords } from './store.ts'

/** Asks for the titles of a new article, and opens it. */
export function NewArticle() {
  const { languages } = useState()
  const { articles } = useWords()
  const [titles, setTitles] = useOwn<Record<string, string>>({})
  return (
    <form
      className={css.inlineForm}
      onSubmit={(event) => {
        event.preventDefault()
        void send({ op: 'add article', titles }).then((outcomes) => {
          const [name] = Object.keys(outcomes ?? {})
          if (name) go({ kind: 'page', key: name.split('#')[1] as string })
        })
      }}
    >
      <ViewTitle>{articles.add}</ViewTitle>
      <p>{articles.explain}</p>
      {languages.map(({ language, name, direction }) => (
        <label key={language}>
          {interpolate(articles.title_in, { language: name })}
          <input
            lang={language}
            dir={direction}
            spellCheck
            required
            maxLength={120}
            value={titles[language] ?? ''}
            onChange={({ target }) => setTitles({ ...titles, [language]: target.value })}
          />
        </label>
      ))}
      <button type="submit">{articles.create}</button>
    </form>
  )
}
