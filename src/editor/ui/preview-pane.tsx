import { useEffect, useState } from 'react'
import { languageOf } from '../content-paths.ts'
import css from './editor.module.css'
import { type Edited, followPage } from './preview.ts'
import { type Site, useSite } from './site.ts'
import { go, useEditor } from './store.ts'

/** The real page made of the files, in the language of what is edited. A click on a text of it leads to its control. */
export function Preview({ view }: { view: string }) {
  const site = useSite()
  const { hint, regions } = site.words
  const { revision } = site.state
  const { name, line } = useEditor(({ current }) => current)
  const [follow, setFollow] = useState<(edited: Edited) => void>()
  const source = `/${languageOf(name) ?? site.language}/${pageOf(site, view)}`
  useEffect(() => follow?.({ name, line, revision }), [follow, name, line, revision])

  return (
    <aside className={css.preview} aria-label={regions.preview}>
      <p className={css.note}>{hint}</p>
      <iframe
        key={source}
        className={css.frame}
        title={regions.preview}
        src={source}
        onLoad={({ currentTarget: frame }) => {
          const page = frame.contentDocument
          if (page) setFollow(() => followPage(page, go))
          // The program is stopped, and perhaps started again soon.
          else setTimeout(() => frame.setAttribute('src', source), 1000)
        }}
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
