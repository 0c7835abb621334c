import { flushSync } from 'react-dom'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'
import { addressIn, elementAt } from './addresses.ts'
import { showAddress, showHead } from './document-head.ts'
import { showFirstScreenFirst } from './first-screen.ts'
import { showStyle } from './load-chunk.ts'
import { LoadError } from './load-error.ts'
import type { LoadedPage, PageLoader } from './page-loader.ts'
import { ScrollMemory } from './scroll-memory.ts'

/** What the main area shows. `failure` on a page that is ready: its other language did not arrive. */
export type View =
  | { status: 'ready'; address: string; loaded: LoadedPage; failure?: Failure }
  | { status: 'loading'; address: string }
  | { status: 'failed'; address: string; failure: Failure; addresses?: PageData['addresses'] }

/** `error` is a LoadError when a file did not arrive, anything else when the application itself failed. */
export type Failure = { address: string; error: LoadError | Error }

export type NavigationState = { shell: ShellData; view: View }

/**
 * Moves between pages in place: the address bar, history, focus, scroll, title and head follow. Links stay ordinary
 * links; without this code they load documents. React reads the state with `useSyncExternalStore`.
 */
export class Navigation {
  #state: NavigationState
  /** Counts what the visitor asks for: of what arrives, only the latest is shown. */
  #requests = 0
  readonly #first: LoadedPage
  readonly #firstAddress: string
  readonly #loader: PageLoader
  readonly #scroll = new ScrollMemory()
  readonly #listeners = new Set<() => void>()

  /** @param firstAddress where the document was loaded; a not-found page may stand at any address */
  constructor(first: LoadedPage, firstAddress: string, loader: PageLoader) {
    this.#first = first
    this.#firstAddress = firstAddress
    this.#loader = loader
    this.#state = { shell: first.shell, view: { status: 'ready', address: first.page.address, loaded: first } }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly getState = () => this.#state

  /** Follows a link to a page of the site. */
  async follow(url: URL): Promise<void> {
    const address = addressIn(url)
    const { shell, view } = this.#state
    if (view.status === 'loading' && languageOf(address) !== shell.language)
      return this.#openInLanguage(view.address, languageOf(address))
    if (this.#isOtherLanguage(address)) return this.#changeLanguage(address, () => this.#scroll.push(url, scrollY))
    // To follow a link to where one is makes no entry of its own (HTML, "navigate", history handling).
    if (url.href === location.href) this.#scroll.stay(0)
    else this.#scroll.push(url, 0)
    await this.#open(address, url.hash)
  }

  /** Follows the browser's Back and Forward. */
  async traverse(): Promise<void> {
    const top = this.#scroll.traverse()
    const current = addressIn(location)
    const address = current === this.#firstAddress ? this.#first.page.address : current
    const { view } = this.#state
    if (view.status === 'ready' && view.address === address && !view.failure) {
      this.#requests++
      // Without a position, the entry is a link to a fragment of this page, which the browser has just followed.
      if (top !== undefined) restoreScroll(top)
      return
    }
    if (this.#isOtherLanguage(address)) return this.#changeLanguage(address, () => undefined, top ?? 0)
    await this.#open(address, location.hash, top)
    // An entry whose texts do not exist was a not-found page of an earlier document: only the server can give it again.
    if (isMissing(this.#state.view)) location.reload()
  }

  /** Asks again for what failed. A file that is gone belongs to an older build: only the document itself can help. */
  async retry({ address }: Failure): Promise<void> {
    const { view } = this.#state
    if (isMissing(view)) return location.assign(address)
    if (view.status === 'ready') return this.follow(new URL(address, location.href))
    await this.#open(address, location.hash)
  }

  /** @param top where the entry was left, in pixels; for a new one, the fragment decides, or the top */
  async #open(address: string, hash: string, top?: number): Promise<void> {
    const request = ++this.#requests
    // Browsers that know no popovers always show the menu.
    document.getElementById('menu')?.hidePopover?.()
    const known = this.#loader.peek(address)
    if (!known) this.#show({ status: 'loading', address })
    try {
      const loaded = known ?? (await this.#loader.load(address))
      const isAtTop = top === undefined ? hash === '' : top === 0
      // A search for a certificate's number leads to the certificate.
      const { kind, address: arrived } = loaded.page
      const isRedirected = kind === 'register' && arrived !== address
      this.#draw(request, { status: 'ready', address: isRedirected ? arrived : address, loaded }, isAtTop, () => {
        if (isRedirected) history.replaceState(history.state, '', arrived)
        this.#arrive(hash, top)
      })
    } catch (error) {
      if (request !== this.#requests) return
      console.error(error)
      const addresses = this.#loader.textsOf(address)?.addresses
      this.#show({ status: 'failed', address, addresses, failure: { address, error: error as Error } })
      focus(document.querySelector('h1'))
      const { name, texts } = this.#state.shell
      const { title } = error instanceof LoadError ? texts.errors.load : texts.errors.unexpected
      document.title = `${title} · ${name}`
    }
  }

  /** Opens a page that is on its way in another language: its address there comes with its texts. */
  async #openInLanguage(address: string, language: Language): Promise<void> {
    const request = ++this.#requests
    const page = await this.#loader.loadTexts(address).catch(() => undefined)
    if (request !== this.#requests) return
    // Without its texts, the page is asked for again as it was, and the failure shown.
    const url = new URL(page?.addresses[language] ?? location.href, location.href)
    if (page) this.#scroll.push(url, 0)
    await this.#open(page ? addressIn(url) : address, url.hash)
  }

  /**
   * Until the other language has arrived whole, the page stays as it is; then all its texts change at once.
   * @param left where the entry was left, in pixels; without it, the visitor stays where he is
   */
  async #changeLanguage(address: string, remember: () => void, left?: number): Promise<void> {
    const request = ++this.#requests
    const language = languageOf(address)
    const { view } = this.#state
    try {
      const loaded = this.#loader.peek(address) ?? (await this.#loader.load(address))
      const top = left ?? scrollY
      this.#draw(request, { status: 'ready', address, loaded }, top === 0, () => {
        remember()
        this.#scroll.followFragment()
        if (left === undefined) scrollTo(0, top)
        else restoreScroll(top)
      })
    } catch (error) {
      console.error(`The language could not be changed to ${language}.`, error)
      if (request !== this.#requests || view.status !== 'ready') return
      this.#show({ ...view, failure: { address, error: error as Error } })
      focus(document.querySelector('[role="alert"]'))
    }
  }

  #isOtherLanguage(address: string): boolean {
    const { view } = this.#state
    if (view.status !== 'ready' || view.address === address || view.loaded.page.page === 'not-found') return false
    return Object.values(view.loaded.page.addresses).includes(address)
  }

  #arrive(hash: string, top?: number): void {
    this.#scroll.followFragment()
    const section = top === undefined && elementAt(hash)
    focus(section || document.querySelector('h1'))
    if (top !== undefined) restoreScroll(top)
    else if (!section) scrollTo(0, 0)
  }

  /** Shows a page that has arrived, unless the visitor has asked for another one meanwhile. */
  #draw(request: number, view: View & { status: 'ready' }, isAtTop: boolean, arrive: () => void): void {
    if (request !== this.#requests) return
    const { language } = view.loaded.shell
    // Later: browsers record all callers of what is logged, and this frame would wait for that.
    if (language !== this.#state.shell.language) setTimeout(() => console.log(`Language changed to ${language}`))
    // The head first: what is drawn may add to the title. A page that is there already has done so.
    const { view: shown } = this.#state
    if (shown.status !== 'ready' || shown.loaded.page !== view.loaded.page) showHead(view.loaded.page)
    showStyle(view.loaded.style)
    this.#show(view)
    if (isAtTop) showFirstScreenFirst()
    arrive()
  }

  #show(view: View): void {
    // While another page is on its way, header and footer stay in the language at hand.
    const shell = view.status === 'ready' ? view.loaded.shell : this.#state.shell
    this.#state = { shell, view }
    showAddress(view.address)
    flushSync(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}

const isMissing = (view: View) =>
  'failure' in view && view.failure?.error instanceof LoadError && view.failure.error.type === 'missing'

/** Scrolls again in the next frame: where the entry has a fragment, Chromium by itself goes there before that. */
function restoreScroll(top: number): void {
  scrollTo(0, top)
  requestAnimationFrame(() => scrollTo(0, top))
}

/**
 * Puts the focus on the new page's heading or section, so that screen readers begin there. It is focusable only while it has
 * the focus: what always is would be read out as something to click.
 */
function focus(start: HTMLElement | null): void {
  if (!start) return
  start.tabIndex = -1
  start.addEventListener('blur', () => start.removeAttribute('tabindex'), { once: true })
  start.focus({ preventScroll: true })
}
