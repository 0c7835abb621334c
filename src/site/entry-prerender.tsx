// First, because it sets the order of the layers.
import './styles/index.css'
import { renderToString } from 'react-dom/server'
import type { PageData, ShellData } from '../shared/page-data.ts'
import type { PageKind } from '../shared/pages.ts'
import { App } from './app.tsx'
import type { NavigationState } from './navigation/navigation.ts'
import type { PageComponent } from './navigation/page-loader.ts'
import { Page as Article } from './pages/article/article.tsx'
import { Page as Certification } from './pages/certification/certification.tsx'
import { Page as Contact } from './pages/contact/contact.tsx'
import { Page as Home } from './pages/home/home.tsx'
import { Page as NotFound } from './pages/not-found/not-found.tsx'
import { Page as Presentation } from './pages/presentation/presentation.tsx'

const components = {
  home: Home,
  presentation: Presentation,
  certification: Certification,
  contact: Contact,
  article: Article,
  'not-found': NotFound,
} satisfies Record<PageKind, unknown>

/** The HTML of one page, as React will find it in the browser. */
export function renderPage(shell: ShellData, page: PageData): string {
  const loaded = { shell, page, Page: components[page.kind] as PageComponent }
  const state: NavigationState = { shell, view: { status: 'ready', address: page.address, loaded } }
  const still = { subscribe: () => () => undefined, getState: () => state, retry: async () => undefined }
  return renderToString(<App navigation={still} />)
}
