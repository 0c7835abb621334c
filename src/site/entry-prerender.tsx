// First, because it sets the order of the layers.
import './styles/index.css'
import { renderToString } from 'react-dom/server'
import type { PageData } from '../shared/page-data.ts'
import { App } from './app.tsx'
import type { Shell } from './content.ts'
import type { NavigationState } from './navigation/navigation.ts'
import type { PageComponents } from './navigation/page-loader.ts'

/** The components of each kind of page: src/site/pages/<kind>/<kind>.tsx. */
const components = import.meta.glob<PageComponents>('./pages/*/*.tsx', { eager: true })

/** The HTML of one page, to be hydrated in the browser. */
export function renderPage(shell: Shell, page: PageData): string {
  const loaded = { shell, page, ...(components[`./pages/${page.kind}/${page.kind}.tsx`] as PageComponents) }
  const state: NavigationState = { shell, view: { status: 'ready', address: page.address, loaded } }
  const navigation = { subscribe: () => () => undefined, getState: () => state, retry: async () => undefined }
  return renderToString(<App navigation={navigation} />)
}
