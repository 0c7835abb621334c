// First, because it sets the order of the layers.
import './styles/index.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { SiteManifest } from '../shared/page-data.ts'
import { App } from './app.tsx'
import { addressIn } from './navigation/addresses.ts'
import { foreseeLinks, interceptLinks, watchLinks } from './navigation/links.ts'
import { Navigation } from './navigation/navigation.ts'
import { PageLoader } from './navigation/page-loader.ts'
import { reportWebVitals } from './web-vitals.ts'

/**
 * Wakes the page: React takes over the HTML that the build made, once all that it needs has arrived. It does so in small
 * steps, between which the browser can answer the visitor.
 * @returns once the page is awake
 */
export async function wake(manifest: SiteManifest): Promise<void> {
  const loader = new PageLoader(manifest)
  const navigation = new Navigation(await loader.load(manifest.address), documentAddress(), loader)
  const app = document.getElementById('app') as HTMLElement
  await new Promise<void>((resolve) =>
    startTransition(() => void hydrateRoot(app, <App navigation={navigation} onAwake={resolve} />)),
  )
  startNavigating(navigation, loader)
  reportWebVitals()
}

function startNavigating(navigation: Navigation, loader: PageLoader): void {
  interceptLinks((url) => void navigation.follow(url))
  foreseeLinks((url) => loader.foresee(addressIn(url), true))
  const watch = watchLinks((url) => loader.foresee(addressIn(url), false))
  navigation.subscribe(watch)
  watch()
  // Links no longer load documents.
  document.querySelector('script[type="speculationrules"]')?.remove()
  addEventListener('popstate', () => void navigation.traverse())
  // The visitor may have gone back while the page was waking.
  if (addressIn(location) !== documentAddress()) void navigation.traverse()
}

/** Where this document was loaded, whatever the address bar has come to say since. */
function documentAddress(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return addressIn(new URL(entry?.name ?? location.href))
}
