import { useCallback, useEffect, useRef, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import { initialLanguage, type Language } from '../../shared/languages.ts'
import { Mark } from '../../site/components/mark/mark.tsx'
import { Changes } from './changes.tsx'
import { Contents } from './contents.tsx'
import css from './editor.module.css'
import { ContextOfEditor, type EditorTexts, useContextOfEditor } from './editor-context.ts'
import { FileFields } from './file-fields.tsx'
import { NewArticle } from './new-article.tsx'
import { Choice, ViewTitle, viewTitleId } from './parts.tsx'
import { Preview } from './preview-pane.tsx'
import { SectionFields } from './section-fields.tsx'
import { useEditor } from './use-editor.ts'
import { addressOf, sectionsIn, titleOf, titleOfFile, titleOfSection, type View, viewAt } from './views.ts'

const languageItem = 'editor.language'

/** The whole editor: what there is, the texts in their languages, and the page that they make. */
export function EditorPage() {
  const editor = useEditor()
  const [view, setView] = useState<View>(() => viewAt(location.hash))
  const [current, setCurrent] = useState<{ name: string; caret?: number | undefined }>()
  const [interfaceLanguage, setInterfaceLanguage] = useState<Language>()
  const [hidden, setHidden] = useState<Language[]>([])
  const { state } = editor
  const language = interfaceLanguage ?? preferred(state?.languages.map((each) => each.language) ?? [])
  const texts = state?.texts[language] as EditorTexts | undefined
  const wanted = useRef<string>(undefined)

  const go = useCallback((next: View, name?: string) => {
    wanted.current = name ?? viewTitleId
    history.pushState(null, '', addressOf(next))
    setView(next)
    if (name) setCurrent({ name })
  }, [])

  const onEdit = useCallback((name: string, caret?: number) => setCurrent({ name, caret }), [])

  useEffect(() => {
    const onMove = () => setView(viewAt(location.hash))
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [])

  useEffect(() => {
    document.documentElement.lang = language
    if (texts) document.title = texts.title
  }, [language, texts])

  // The control that was asked for is there once its view is.
  useEffect(() => {
    const control = wanted.current && document.getElementById(wanted.current)
    if (!control) return
    wanted.current = undefined
    control.scrollIntoView({ block: control.id === viewTitleId ? 'start' : 'center' })
    control.focus()
  })

  if (!state || !texts)
    return (
      <main className={css.loading} aria-busy="true">
        <Mark />
        <p>…</p>
      </main>
    )
  const all = state.languages.map((each) => each.language)
  const shown = all.filter((each) => !hidden.includes(each))
  const context = { ...editor, state, texts, interfaceLanguage: language, shown, view, go, onEdit }
  return (
    <ContextOfEditor.Provider value={context}>
      <div className={css.editor}>
        <header className={css.bar}>
          <Mark />
          <h1 className={css.title}>{texts.title}</h1>
          <p className={css.status} role="status">
            {editor.failure !== undefined
              ? interpolate(texts.failed, { reason: editor.failure })
              : editor.status === 'offline'
                ? texts.offline
                : editor.status === 'saving'
                  ? texts.saving
                  : texts.saved}
          </p>
          <fieldset className={css.shown}>
            <legend>{texts.shown_languages}</legend>
            {state.languages.map((each) => (
              <label key={each.language}>
                <input
                  type="checkbox"
                  checked={shown.includes(each.language)}
                  disabled={shown.length === 1 && shown[0] === each.language}
                  onChange={({ target }) =>
                    setHidden(
                      target.checked ? hidden.filter((one) => one !== each.language) : [...hidden, each.language],
                    )
                  }
                />
                <span lang={each.language}>{each.name}</span>
              </label>
            ))}
          </fieldset>
          <Choice
            label={texts.interface}
            value={language}
            options={state.languages.map((each) => ({ value: each.language, name: each.name, lang: each.language }))}
            onChoose={(chosen) => {
              localStorage.setItem(languageItem, chosen)
              setInterfaceLanguage(chosen)
            }}
          />
        </header>
        <nav className={css.contents} aria-label={texts.regions.contents}>
          <Contents />
        </nav>
        <main className={css.fields} aria-label={texts.regions.fields} key={addressOf(view)}>
          <Middle />
        </main>
        <Preview current={current?.name} caret={current?.caret} />
      </div>
    </ContextOfEditor.Provider>
  )
}

function Middle() {
  const { state, view, interfaceLanguage } = useContextOfEditor()
  if (view.kind === 'changes') return <Changes />
  if (view.kind === 'new article') return <NewArticle />
  if (view.kind === 'file') {
    const title = titleOfFile(state, view.key, interfaceLanguage)
    return (
      <>
        <ViewTitle>{title}</ViewTitle>
        <FileFields file={view.key} title={title} />
      </>
    )
  }
  const page = view.kind === 'page' ? state.pages.find(({ page }) => page === view.key) : undefined
  const title = page ? titleOf(state, page, interfaceLanguage) : titleOfSection(state, view.key, interfaceLanguage)
  return (
    <>
      <ViewTitle>{title}</ViewTitle>
      {sectionsIn(state, view).map((section) => (
        <SectionFields key={section} section={section} viewTitle={title} />
      ))}
    </>
  )
}

function preferred(known: Language[]): Language {
  const chosen = [localStorage.getItem(languageItem), ...navigator.languages.map((each) => each.slice(0, 2))]
  return (chosen.find((each) => known.includes(each as Language)) as Language | undefined) ?? initialLanguage
}
