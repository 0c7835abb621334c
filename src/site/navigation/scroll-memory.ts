type Entry = { key: string }

/**
 * Remembers how far each entry of the history was scrolled. The browser does so itself for documents, but it restores
 * the position before a page drawn in place is there. Nothing is stored: the memory ends with the document.
 */
export class ScrollMemory {
  readonly #tops = new Map<string, number>()
  #current: string

  constructor() {
    this.#current = this.#keyOfEntry()
    history.scrollRestoration = 'manual'
    addEventListener('scroll', () => this.#tops.set(this.#current, scrollY), { passive: true })
    // Leaving the document, or coming back to it from the back/forward cache, is the browser's business again.
    addEventListener('pagehide', () => {
      history.scrollRestoration = 'auto'
    })
    addEventListener('pageshow', () => {
      history.scrollRestoration = 'manual'
    })
  }

  /** Adds an entry for `url`, scrolled to `top`. */
  push(url: URL, top: number): void {
    this.#current = crypto.getRandomValues(new Uint32Array(2)).join('-')
    this.#tops.set(this.#current, top)
    history.pushState({ key: this.#current } satisfies Entry, '', url)
  }

  /** The entry at hand is shown anew, scrolled to `top`. */
  stay(top: number): void {
    this.#tops.set(this.#current, top)
  }

  /** The browser has moved to another entry: how far it was scrolled, in pixels, if it was seen before. */
  traverse(): number | undefined {
    this.#current = this.#keyOfEntry()
    return this.#tops.get(this.#current)
  }

  /** An entry made by the browser (the first one, a link to a fragment) has no key yet. */
  #keyOfEntry(): string {
    const entry = history.state as Entry | null
    if (entry?.key) return entry.key
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-')
    history.replaceState({ key } satisfies Entry, '')
    return key
  }
}
