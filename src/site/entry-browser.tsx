// First, because it sets the order of the layers.
import './styles/index.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { BootstrapData } from '../shared/page-data.ts'
import { App } from './app.tsx'
import { addressIn } from './navigation/addresses.ts'
import { interceptLinks, onLinkIntent, onLinkInView } from './navigation/links.ts'
import { Navigation } from './navigation/navigation.ts'
import { PageLoader } from './navigation/page-loader.ts'
import { reportWebVitals } from './web-vitals.ts'

/**
 * Hydrates the page: React takes over the HTML that the build made, once all that it needs has arrived. It does so in small
 * steps, between which the browser can answer the visitor.
 * @returns once the page is hydrated
 */
export async function hydrate(data: BootstrapData): Promise<void> {
  const loader = new PageLoader(data)
  const navigation = new Navigation(await loader.load(data.address), documentAddress(), loader)
  const app = document.getElementById('app') as HTMLElement
  await new Promise<void>((resolve) =>
    startTransition(() => void hydrateRoot(app, <App navigation={navigation} onHydrated={resolve} />)),
  )
  startNavigating(navigation, loader)
  reportWebVitals()
}

function startNavigating(navigation: Navigation, loader: PageLoader): void {
  interceptLinks((url) => void navigation.follow(url))
  onLinkIntent((url) => loader.prefetch(addressIn(url), 'intended'))
  const watchLinks = onLinkInView((url) => loader.prefetch(addressIn(url), 'in view'))
  navigation.subscribe(watchLinks)
  watchLinks()
  // Links no longer load documents.
  document.querySelector('script[type="speculationrules"]')?.remove()
  addEventListener('popstate', () => void navigation.traverse())
  // The visitor may have gone back while the page was being hydrated.
  if (addressIn(location) !== documentAddress()) void navigation.traverse()
}

/** Where this document was loaded, whatever the address bar has come to say since. */
function documentAddress(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return addressIn(new URL(entry?.name ?? location.href))
}
