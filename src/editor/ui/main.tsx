// First, because it sets the order of the layers.
import '../../site/styles/index.css'
import { createRoot } from 'react-dom/client'
import { EditorPage } from './editor-page.tsx'
import { start } from './store.ts'

await start()
createRoot(document.getElementById('editor') as HTMLElement).render(<EditorPage />)
