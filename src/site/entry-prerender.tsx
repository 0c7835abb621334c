// First, because it sets the order of the layers.
import './styles/index.css'
import { renderToString } from 'react-dom/server'
import type { PageData, ShellData } from '../shared/page-data.ts'
import type { PageKind } from '../shared/pages.ts'
import { App } from './app.tsx'
import type { NavigationState } from './navigation/navigation.ts'
import type { PageComponents } from './navigation/page-loader.ts'
import * as article from './pages/article/article.tsx'
import * as certification from './pages/certification/certification.tsx'
import * as contact from './pages/contact/contact.tsx'
import * as home from './pages/home/home.tsx'
import * as notFound from './pages/not-found/not-found.tsx'
import * as presentation from './pages/presentation/presentation.tsx'

const components = {
  home,
  presentation,
  certification,
  contact,
  article,
  'not-found': notFound,
} satisfies Record<PageKind, unknown>

/** The HTML of one page, as React will find it in the browser. */
export function renderPage(shell: ShellData, page: PageData): string {
  // The document brings the styles itself.
  const loaded = { shell, page, styles: [], ...(components[page.kind] as PageComponents) }
  const state: NavigationState = { shell, view: { status: 'ready', address: page.address, loaded } }
  const still = { subscribe: () => () => undefined, getState: () => state, retry: async () => undefined }
  return renderToString(<App navigation={still} />)
}
