import { useEffect, useRef, useState } from 'react'
import css from './editor.module.css'
import { LanguageChoice } from './parts.tsx'
import { type Site, useSite } from './site.ts'
import { go, useEditor } from './store.ts'

/** What the editor sends to a page of the preview: the value that is edited, the line of the cursor, what it is drawn from. */
export type ToPreview = { name: string; line: number | undefined; revision: number }

/** What a page of the preview sends to the editor. */
export type FromPreview = { kind: 'ready' } | { kind: 'picked'; name: string }

/** The real page made of the files. It follows what is edited, and a click on a text of it leads to its control. */
export function Preview({ view }: { view: string }) {
  const site = useSite()
  const { preview: words, regions } = site.words
  const { preview: origin, revision } = site.state
  const { name, line } = useEditor(({ current }) => current)
  const language = useEditor(({ previewLanguage }) => previewLanguage) ?? site.language
  const [ready, setReady] = useState<object>()
  const frame = useRef<HTMLIFrameElement>(null)
  const source = `${origin}/${language}/${pageOf(site, view)}`

  useEffect(() => {
    const message: ToPreview = { name, line, revision }
    if (ready) frame.current?.contentWindow?.postMessage(message, origin)
  }, [ready, name, line, revision, origin])
  useEffect(() => {
    const onMessage = ({ source: from, data }: MessageEvent<FromPreview>) => {
      if (from !== frame.current?.contentWindow) return
      // Each page that loads gets another object, so that the effect above runs for it.
      if (data.kind === 'ready') setReady({})
      else go(data.name)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])

  return (
    <aside className={css.preview} aria-label={regions.preview}>
      <LanguageChoice
        label={words.language}
        value={language}
        onChoose={(previewLanguage) => useEditor.setState({ previewLanguage })}
      />
      <p className={css.note}>{words.hint}</p>
      <iframe ref={frame} key={source} className={css.frame} title={regions.preview} src={source} />
    </aside>
  )
}

/** The page of a view, or one that shows its texts. */
function pageOf({ pages, articles }: Site, view: string): string {
  if (pages.includes(view)) return view
  if (view === 'errors') return 'not-found'
  return (view === 'article' && articles[0]) || 'home'
}
