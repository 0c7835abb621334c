import { useEffect, useState } from 'react'
import css from './editor.module.css'
import { LanguageChoice } from './parts.tsx'
import { type Edited, followPage } from './preview.ts'
import { type Site, useSite } from './site.ts'
import { go, useEditor } from './store.ts'

/** The real page made of the files. It follows what is edited, and a click on a text of it leads to its control. */
export function Preview({ view }: { view: string }) {
  const site = useSite()
  const { preview: words, regions } = site.words
  const { revision } = site.state
  const { name, line } = useEditor(({ current }) => current)
  const language = useEditor(({ previewLanguage }) => previewLanguage) ?? site.language
  const [follow, setFollow] = useState<(edited: Edited) => void>()
  const source = `/${language}/${pageOf(site, view)}`
  useEffect(() => follow?.({ name, line, revision }), [follow, name, line, revision])

  return (
    <aside className={css.preview} aria-label={regions.preview}>
      <LanguageChoice
        label={words.language}
        value={language}
        onChoose={(previewLanguage) => useEditor.setState({ previewLanguage })}
      />
      <p className={css.note}>{words.hint}</p>
      <iframe
        key={source}
        className={css.frame}
        title={regions.preview}
        src={source}
        onLoad={({ currentTarget: { contentDocument: page } }) => page && setFollow(() => followPage(page, go))}
      />
    </aside>
  )
}

/** The page of a view, or one that shows its texts. */
function pageOf({ pages, articles }: Site, view: string): string {
  if (pages.includes(view)) return view
  if (view === 'errors') return 'not-found'
  return (view === 'article' && articles[0]) || 'home'
}
