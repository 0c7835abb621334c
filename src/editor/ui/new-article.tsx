import { useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ViewTitle } from './parts.tsx'

/** Asks for the titles of a new article, and opens it. */
export function NewArticle() {
  const { state, texts, send, go } = useContextOfEditor()
  const [titles, setTitles] = useState<Record<string, string>>({})
  const [isAdded, setIsAdded] = useState(false)
  // The new article is the last of the list that comes back.
  const last = state.pages.findLast(({ kind }) => kind === 'article')?.page
  if (isAdded && last) {
    setIsAdded(false)
    queueMicrotask(() => go({ kind: 'page', key: last }))
  }
  return (
    <form
      className={css.inlineForm}
      onSubmit={(event) => {
        event.preventDefault()
        void send({ op: 'add article', titles }).then(setIsAdded)
      }}
    >
      <ViewTitle>{texts.articles.add}</ViewTitle>
      <p>{texts.articles.explain}</p>
      {state.languages.map(({ language, name, direction }) => (
        <label key={language}>
          {interpolate(texts.articles.title_in, { language: name })}
          <input
            lang={language}
            dir={direction}
            required
            maxLength={120}
            value={titles[language] ?? ''}
            onChange={({ target }) => setTitles({ ...titles, [language]: target.value })}
          />
        </label>
      ))}
      <button type="submit">{texts.articles.create}</button>
    </form>
  )
}
