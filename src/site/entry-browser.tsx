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
  const navigation = new Navigation(await loader.load(manifest.address), documentAddress(), loader)
  const start = () => startNavigating(navigation, loader)
  hydrateRoot(document.getElementById('app') as HTMLElement, <App navigation={navigation} onAwake={start} />)
  reportWebVitals()
}

function startNavigating(navigation: Navigation, loader: PageLoader): void {
  interceptLinks((url) => void navigation.follow(url))
  foreseeLinks((url) => loader.foresee(addressIn(url)))
  addEventListener('popstate', () => void navigation.traverse())
  // The visitor may have gone back while the page was waking.
  if (addressIn(location) !== documentAddress()) void navigation.traverse()
}

/** Where this document was loaded, whatever the address bar has come to say since. */
function documentAddress(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return addressIn(new URL(entry?.name ?? location.href))
}

// Without script's help the page stays what it was: complete, readable, and made of ordinary links.
wake().catch((error) => console.error(error))
