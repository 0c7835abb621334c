// First, because it sets the order of the layers.
import './styles/index.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { BootstrapData } from '../shared/page-data.ts'
import { App } from './app.tsx'
import { addressIn } from './navigation/addresses.ts'
import { interceptLinks, onLinkIntent } from './navigation/links.ts'
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
  const navigation = new Navigation(await loader.load(data.address), addressIn(location), loader)
  const app = document.getElementById('app') as HTMLElement
  const carryOver = watchFields(app)
  const onRecoverableError = (error: unknown) => {
    carryOver()
    console.warn(error)
  }
  await new Promise<void>((resolve) =>
    startTransition(
      () => void hydrateRoot(app, <App navigation={navigation} onHydrated={resolve} />, { onRecoverableError }),
    ),
  )
  startNavigating(navigation, loader)
  reportWebVitals()
}

/**
 * Where an extension or the browser's translation has changed the HTML, React draws the page anew.
 * @returns carries over to the new page what was typed, and the focus of a field
 */
function watchFields(app: HTMLElement): () => void {
  const fields = app.querySelectorAll<HTMLInputElement>('input, textarea')
  const focused = document.activeElement
  return () => {
    for (const old of fields) {
      const field = document.getElementById(old.id) as HTMLInputElement | null
      if (!field || field === old) continue
      field.value = old.value
      if (old !== focused) continue
      field.focus({ preventScroll: true })
      // The caret of a field of type "email" is not known.
      if (old.selectionStart !== null) field.setSelectionRange(old.selectionStart, old.selectionEnd)
    }
  }
}

function startNavigating(navigation: Navigation, loader: PageLoader): void {
  interceptLinks((url) => void navigation.follow(url))
  onLinkIntent((url) => void loader.prefetch(addressIn(url)))
  // Links no longer load documents, so there is none to fetch ahead.
  document.querySelector('script[type="speculationrules"]')?.remove()
  addEventListener('popstate', () => void navigation.traverse())
}
