import { flushSync } from 'react-dom'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { Shell } from '../content.ts'
import { addressIn, elementAt } from './addresses.ts'
import { showAddress, showHead } from './document-head.ts'
import { showFirstScreenFirst } from './first-screen.ts'
import { LoadError, showStyle } from './load-chunk.ts'
import type { LoadedPage, PageLoader } from './page-loader.ts'
import { ScrollMemory } from './scroll-memory.ts'

/** What the main area shows. `error` is a LoadError if a file did not load; otherwise the application itself failed. */
export type View =
  | { status: 'ready'; address: string; loaded: LoadedPage }
  | { status: 'loading'; address: string }
  | { status: 'failed'; address: string; error: LoadError | Error; addresses?: PageData['addresses'] | undefined }

export type NavigationState = { shell: Shell; view: View }

/** How long a screen reader takes to process some two hundred changes. Orca drops an announcement that comes sooner. */
const announcementDelayMs = 1_000

/**
 * Changes pages in place, with the address bar, history, focus, scroll position, title and head. Links stay ordinary links;
 * without this code they load documents. React reads the state with `useSyncExternalStore`.
 */
export class Navigation {
  #state: NavigationState
  /** Counts requests for pages: only the latest one is shown. */
  #requests = 0
  readonly #loader: PageLoader
  readonly #scroll = new ScrollMemory()
  #shownAt = Date.now()
  readonly #listeners = new Set<() => void>()

  /** @param address of the document that was loaded */
  constructor(first: LoadedPage, address: string, loader: PageLoader) {
    this.#loader = loader
    this.#state = { shell: first.shell, view: { status: 'ready', address, loaded: first } }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getState = () => this.#state

  /** Follows a link to a page of the site. */
  async follow(url: URL): Promise<void> {
    if (this.#isTranslated()) return location.assign(url)
    const { view } = this.#state
    const language = languageOf(addressIn(url))
    if (view.status === 'loading' && language !== languageOf(view.address))
      return this.#loadDocument(view.address, language)
    // A link to the current address adds no entry (HTML, "navigate", history handling).
    if (url.href !== location.href) this.#scroll.push(url)
    await this.#open()
  }

  /** Follows the browser's Back and Forward. */
  async traverse(): Promise<void> {
    if (this.#isTranslated()) return location.reload()
    const top = this.#scroll.traverse()
    const { view } = this.#state
    if (view.status !== 'ready' || view.address !== addressIn(location)) return this.#open(top)
    this.#requests++
    // Without a position, the entry is a link to a fragment of this page, which the browser has just followed.
    if (top !== undefined) restoreScroll(top)
  }

  /** When a page of the register was shown: another page does not age. */
  readonly shownAt = () => {
    const { view } = this.#state
    return view.status === 'ready' && view.loaded.page.kind === 'register' ? this.#shownAt : Infinity
  }

  /**
   * Loads the page that is shown again; focus, scroll position and what was typed stay.
   * @throws LoadError, unless another page is shown by then
   */
  async refresh(): Promise<void> {
    if (this.#isTranslated()) return location.reload()
    const { view } = this.#state
    try {
      const loaded = await this.#loader.load(view.address)
      if (this.#state.view === view) this.#show({ status: 'ready', address: view.address, loaded })
    } catch (error) {
      // By now, the visitor may be writing a message on another page.
      if (this.#state.view !== view) return
      // A file that is gone is of another build: its document is loaded.
      if (!(error instanceof LoadError && error.type === 'missing')) throw error
      location.reload()
    }
  }

  /** Loads again what failed. If a file is gone, this page is of an older build: the document is loaded. */
  readonly retry = () => {
    const { view } = this.#state
    if (view.status === 'failed' && view.error instanceof LoadError && view.error.type === 'missing') location.reload()
    else void this.#open()
  }

  /**
   * Opens the page of the current history entry.
   * @param top the scroll position at which the entry was left, in pixels; a new entry has none
   */
  async #open(top?: number): Promise<void> {
    const request = ++this.#requests
    const address = addressIn(location)
    const isLanguage = this.#isOtherLanguage(address)
    // Browsers without popovers always show the menu.
    document.getElementById('menu')?.hidePopover?.()
    try {
      let loaded = this.#loader.peek(address)
      if (!loaded) {
        // A page stays as it is until all of its other language has arrived: then all texts change at once.
        if (!isLanguage) this.#show({ status: 'loading', address })
        loaded = await this.#loader.load(address)
        if (request !== this.#requests) return
      }
      this.#render(loaded, isLanguage, top)
    } catch (error) {
      if (request !== this.#requests) return
      console.error(error)
      const addresses = this.#loader.textsOf(address)?.addresses
      this.#show({ status: 'failed', address, error: error as Error, addresses })
      focus(document.querySelector('h1'))
      const { name, texts } = this.#state.shell
      const { title } = error instanceof LoadError ? texts.errors.load : texts.errors.unexpected
      document.title = `${title} · ${name}`
    }
  }

  /** Renders a page. After a change of language, the focus and the scroll position stay. */
  #render(loaded: LoadedPage, isLanguage: boolean, top = isLanguage ? scrollY : undefined): void {
    const { page, style } = loaded
    const { language, texts } = loaded.shell
    const isNewLanguage = language !== this.#state.shell.language
    // A search for a certificate's number leads to the certificate.
    if (page.kind === 'register') history.replaceState(history.state, '', page.address + location.hash)
    showHead(page)
    showStyle(style)
    this.#show({ status: 'ready', address: addressIn(location), loaded })
    const section = top === undefined ? elementAt(location.hash) : null
    if (!section && !top) showFirstScreenFirst()
    if (!isLanguage) focus(section ?? document.querySelector('h1'))
    if (section) section.scrollIntoView()
    else restoreScroll(top ?? 0)
    if (!isNewLanguage) return
    // Later: browsers record all callers of what is logged, and this frame would wait for that.
    setTimeout(() => console.log(`Language changed to ${language}`))
    const { view } = this.#state
    setTimeout(() => this.#state.view === view && announce(texts.language.changed), announcementDelayMs)
  }

  /** The language was changed while a page is loading: loads that page in the other language. Its texts contain the address. */
  async #loadDocument(address: string, language: Language): Promise<void> {
    const request = this.#requests
    const page = await this.#loader.loadTexts(address).catch(() => undefined)
    if (page && request === this.#requests) location.assign(page.addresses[language])
  }

  /** A browser that translates the page replaces the texts that React would change: it would change them without effect, or fail. */
  #isTranslated(): boolean {
    return document.documentElement.lang !== this.#state.shell.language || document.querySelector('#app font') !== null
  }

  #isOtherLanguage(address: string): boolean {
    const { view } = this.#state
    if (view.status !== 'ready' || view.address === address || view.loaded.page.kind === 'not-found') return false
    return Object.values(view.loaded.page.addresses).includes(address)
  }

  #show(view: View): void {
    // While another page is on its way, header and footer stay in the current language.
    const shell = view.status === 'ready' ? view.loaded.shell : this.#state.shell
    this.#state = { shell, view }
    this.#shownAt = Date.now()
    document.documentElement.removeAttribute('data-stale')
    showAddress(view.address)
    announce('')
    flushSync(() => {
      for (const listener of this.#listeners) listener()
    })
    if (view.status !== 'ready') scrollTo(0, 0)
  }
}

/** Has screen readers read words, which stay in the page; '' removes them. */
function announce(words: string): void {
  document.querySelector('#app > [aria-live]')?.replaceChildren(words)
}

/** Scrolls again in the next frame: if the entry has a fragment, Chromium by itself goes there before that. */
function restoreScroll(top: number): void {
  scrollTo(0, top)
  requestAnimationFrame(() => scrollTo(0, top))
}

/**
 * Puts the focus on the new page's heading or section, so that screen readers begin there. It is focusable only while it has the
 * focus: otherwise it would be announced as clickable.
 */
function focus(start: HTMLElement | null): void {
  if (!start) return
  start.tabIndex = -1
  start.addEventListener('blur', () => start.removeAttribute('tabindex'), { once: true })
  start.focus({ preventScroll: true })
}
