import { useEffect, useState } from 'react'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import { articleList, within } from '../content-paths.ts'
import { findChanges } from './changes.ts'
import { Changes } from './changes-view.tsx'
import { Contents } from './contents.tsx'
import css from './editor.module.css'
import { ItemButtons } from './parts.tsx'
import { Preview } from './preview.tsx'
import { changesView, partsOf, useSite } from './site.ts'
import { useEditor } from './store.ts'
import { Form } from './values.tsx'

/** The whole editor: what there is, the texts in their languages, and the page that they make. */
export function EditorPage() {
  const site = useSite()
  const { words, language, view } = site
  const location = useEditor((snapshot) => snapshot.location)
  const title = site.title(view)
  const count = findChanges(site).length + site.state.waiting
  const index = site.articles.indexOf(view)
  // What a phone shows, one at a time: what was chosen there, until something else is gone to.
  const [chosen, setChosen] = useState({ screen: location.address ? 'fields' : 'contents', location })
  const screen = chosen.location === location ? chosen.screen : 'fields'
  // Whoever chose something in the list goes on from there; the control of a value is there once its view is.
  useEffect(() => {
    if (location.address) (document.getElementById(location.address) ?? document.getElementById(view))?.focus()
  }, [location, view])
  return (
    <div className={css.editor} lang={language} data-screen={screen}>
      <title>{words.title}</title>
      <header className={`${css.inline} ${css.bar}`}>
        <Weave size={44} />
        <h1>{words.title}</h1>
        {site.state.author && <a href="/">{words.office}</a>}
        <a
          className={`action ${css.publish} ${count === 0 ? 'outlined' : ''}`}
          href={`#${changesView}`}
          aria-current={view === changesView ? 'page' : undefined}
        >
          {words.groups.changes}
          {count > 0 && <span className={css.badge}>{count}</span>}
        </a>
        <Status />
        <label>
          <span>{words.interface}</span>
          <select
            value={language}
            onChange={({ target }) => useEditor.setState({ language: target.value as Language })}
          >
            {allLanguages.map((each) => (
              <option key={each} value={each} lang={each}>
                {site.languageName(each)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <p className={`${css.inline} ${css.screens}`}>
        {(['contents', 'fields', 'preview'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === screen}
            onClick={() => setChosen({ screen: each, location })}
          >
            {words.regions[each]}
          </button>
        ))}
      </p>
      <nav className={css.contents} aria-label={words.regions.contents}>
        <Contents />
      </nav>
      <main className={css.fields} aria-label={words.regions.fields} key={view}>
        <h2 id={view} tabIndex={-1} className={css.viewTitle}>
          {title}
        </h2>
        {index >= 0 && <ItemButtons names={[within(articleList, index)]} title={title} />}
        {view === changesView ? <Changes /> : partsOf(view).map((part) => <Form key={part} part={part} />)}
      </main>
      <Preview screen={screen} />
    </div>
  )
}

function Status() {
  const site = useSite()
  const { failure, unsaved } = useEditor()
  const edits = Object.values(unsaved)
  const status = edits.some(({ isConflict }) => isConflict) ? 'not_saved' : edits.length > 0 ? 'saving' : 'saved'
  return (
    <p className={`${failure ? css.wrong : 'note'} ${css.status}`} role="status">
      {failure ? site.message(failure) : site.words[status]}
    </p>
  )
}
