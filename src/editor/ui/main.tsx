// First, because it sets the order of the layers.
import '../../site/styles/index.css'
import { createRoot } from 'react-dom/client'
import { interpolate } from '../../shared/interpolate.ts'
import css from './editor.module.css'
import { EditorPage } from './editor-page.tsx'
import { useSite } from './site.ts'
import { start } from './store.ts'

/** In place of a page that an error has ended. */
function Stopped({ reason }: { reason: string }) {
  const { words, language } = useSite()
  return (
    <main className={css.editor} lang={language}>
      <p role="alert">{interpolate(words.stopped, { reason })}</p>
      <a href=".">{words.open_again}</a>
    </main>
  )
}

await start()
createRoot(document.getElementById('editor') as HTMLElement, {
  onUncaughtError: (error) => createRoot(document.body).render(<Stopped reason={String(error)} />),
}).render(<EditorPage />)
