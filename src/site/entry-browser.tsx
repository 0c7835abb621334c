// First, because it sets the order of the layers.
import './styles/index.css'
import { hydrateRoot } from 'react-dom/client'
import type { SiteManifest } from '../shared/page-data.ts'
import { App } from './app.tsx'
import { foreseeLinks, interceptLinks } from './navigation/links.ts'
import { addressIn, Navigation } from './navigation/navigation.ts'
import { PageLoader } from './navigation/page-loader.ts'
import { reportWebVitals } from './web-vitals.ts'

/** Wakes the page: React takes over the HTML that the build made, once all that it needs has arrived. */
async function wake(): Promise<void> {
  const manifest: SiteManifest = JSON.parse(document.getElementById('site')?.textContent ?? '')
  const loader = new PageLoader(manifest)
  const navigation = new Navigation(await loader.load(manifest.address), loader)
  hydrateRoot(document.getElementById('app') as HTMLElement, <App navigation={navigation} />)
  interceptLinks((url) => void navigation.follow(url))
  foreseeLinks((url) => loader.foresee(addressIn(url)))
  addEventListener('popstate', () => void navigation.traverse())
  reportWebVitals()
}

// Without script's help the page stays what it was: complete, readable, and made of ordinary links.
wake().catch((error) => console.error(error))
