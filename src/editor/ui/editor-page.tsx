import { useEffect, useState as useOwn } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import { Mark } from '../../site/components/mark/mark.tsx'
import { Changes } from './changes.tsx'
import { Contents } from './contents.tsx'
import css from './editor.module.css'
import { Form, filesOfSection } from './form.tsx'
import { NewArticle } from './new-article.tsx'
import { Choice, useNames, ViewTitle } from './parts.tsx'
import { Preview } from './preview-pane.tsx'
import { chooseLanguage, start, useEditor, useLanguage, useState, useWords, viewTitleId, wanted } from './store.ts'
import { sectionsIn } from './views.ts'

/** The whole editor: what there is, the texts in their languages, and the page that they make. */
export function EditorPage() {
  const isThere = useEditor(({ state }) => state !== undefined)
  useEffect(start, [])
  if (isThere) return <Editor />
  return (
    <main className={css.loading} aria-busy="true">
      <Mark />
      <p>…</p>
    </main>
  )
}

function Editor() {
  const { languages } = useState()
  const [words, language] = [useWords(), useLanguage()]
  const view = useEditor((snapshot) => snapshot.view)
  const [hidden, setHidden] = useOwn<Language[]>([])
  const shown = languages.map((each) => each.language).filter((each) => !hidden.includes(each))
  useEffect(() => {
    document.documentElement.lang = language
    document.title = words.title
  }, [language, words])
  // The control that was asked for is there once its view is.
  useEffect(() => {
    const control = wanted.id && document.getElementById(wanted.id)
    if (!control) return
    wanted.id = undefined
    control.scrollIntoView({ block: control.id === viewTitleId ? 'start' : 'center' })
    control.focus()
  })
  return (
    <div className={css.editor}>
      <header className={css.bar}>
        <Mark />
        <h1 className={css.title}>{words.title}</h1>
        <Status />
        <fieldset className={css.shown}>
          <legend>{words.shown_languages}</legend>
          {languages.map((each) => (
            <label key={each.language}>
              <input
                type="checkbox"
                checked={shown.includes(each.language)}
                disabled={shown.length === 1 && shown[0] === each.language}
                onChange={({ target }) =>
                  setHidden(target.checked ? hidden.filter((one) => one !== each.language) : [...hidden, each.language])
                }
              />
              <span lang={each.language}>{each.name}</span>
            </label>
          ))}
        </fieldset>
        <Choice
          label={words.interface}
          value={language}
          options={languages.map((each) => ({ value: each.language, name: each.name, lang: each.language }))}
          onChoose={chooseLanguage}
        />
      </header>
      <nav className={css.contents} aria-label={words.regions.contents}>
        <Contents />
      </nav>
      <main className={css.fields} aria-label={words.regions.fields} key={`${view.kind}/${view.key}`}>
        <Middle shown={shown} />
      </main>
      <Preview />
    </div>
  )
}

function Status() {
  const words = useWords()
  const failure = useEditor((snapshot) => snapshot.failure)
  const isOnline = useEditor((snapshot) => snapshot.isOnline)
  const isSaved = useEditor(({ typed }) => Object.keys(typed).length === 0)
  const isBlocked = useEditor(({ typed }) =>
    Object.values(typed).some(({ theirs, isInvalid }) => theirs !== undefined || isInvalid),
  )
  const status = !isOnline ? words.offline : isBlocked ? words.not_saved : isSaved ? words.saved : words.saving
  return (
    <p className={css.status} role="status">
      {failure === undefined ? status : interpolate(words.failed, { reason: failure })}
    </p>
  )
}

function Middle({ shown }: { shown: Language[] }) {
  const state = useState()
  const names = useNames()
  const view = useEditor((snapshot) => snapshot.view)
  const { kind, key = '' } = view
  if (kind === 'changes') return <Changes />
  if (kind === 'new-article') return <NewArticle />
  const page = kind === 'page' ? state.pages.find((each) => each.page === key) : undefined
  const title = page ? names.page(page) : kind === 'file' ? names.file(key) : names.section(key)
  const parts =
    kind === 'file'
      ? [{ files: [key], title }]
      : sectionsIn(state, view).map((section) => ({
          files: filesOfSection(state, section),
          title: names.section(section),
        }))
  return (
    <>
      <ViewTitle>{title}</ViewTitle>
      {parts.map((part) => (
        <Form key={part.files[0]} {...part} isMain={part.title === title} shown={shown} />
      ))}
    </>
  )
}
