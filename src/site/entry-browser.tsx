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
import { watchAge } from './navigation/watch-age.ts'
import { reportWebVitals } from './web-vitals.ts'

/**
 * Hydrates the page once all that it needs has arrived, in small steps, between which the browser can react to the visitor.
 * @returns once the page is hydrated
 */
export async function hydrate(data: BootstrapData): Promise<void> {
  const address = addressIn(location)
  const loader = new PageLoader(data, address)
  const navigation = new Navigation(await loader.load(address), address, loader)
  const app = document.getElementById('app') as HTMLElement
  const fields = app.querySelectorAll<HTMLInputElement>('input, textarea')
  const focused = document.activeElement ?? app
  const menu = document.getElementById('menu')
  // A browser without popovers would throw on the selector.
  const isMenuOpen = menu?.popover && menu.matches(':popover-open')
  const position = likeIn(app, focused).indexOf(focused)
  // If an extension or the browser's translation has changed the HTML, React renders the page again, with empty fields.
  const onRecoverableError = (error: unknown) => {
    for (const old of fields) {
      const field = document.getElementById(old.id) as HTMLInputElement | null
      if (field) field.value = old.value
    }
    if (isMenuOpen) document.getElementById('menu')?.showPopover()
    const again = likeIn(app, focused)[position] as HTMLElement | undefined
    again?.focus({ preventScroll: true })
    console.warn(error)
  }
  await new Promise<void>((resolve) =>
    startTransition(
      () => void hydrateRoot(app, <App navigation={navigation} onHydrated={resolve} />, { onRecoverableError }),
    ),
  )
  interceptLinks((url) => void navigation.follow(url))
  onLinkIntent((url) => void loader.prefetch(addressIn(url)))
  // Links no longer load documents, so there is none to prefetch.
  document.querySelector('script[type="speculationrules"]')?.remove()
  addEventListener('popstate', () => void navigation.traverse())
  watchAge(navigation.shownAt, () => navigation.refresh())
  reportWebVitals()
}

/** The elements that do the same as a link or control, itself among them: the same page may be linked to twice. */
function likeIn(app: HTMLElement, control: Element): Element[] {
  const keyOf = (element: Element) =>
    ['id', 'name', 'href', 'type', 'value', 'popovertarget'].map((name) => element.getAttribute(name)).join('\n')
  const all = [...app.querySelectorAll(control.tagName)]
  return all.filter((other) => keyOf(other) === keyOf(control))
}
