/**
 * Remembers the scroll position of each history entry. The browser does so too, but may restore it before a page is rendered
 * in place. The browser's own restoration stays on for documents: WebKit opens a document at its top if that was ever off.
 * Nothing is stored: the positions are lost with the document.
 */
export class ScrollMemory {
  readonly #tops = new Map<string, number>()
  #current = keyOfEntry()
  readonly #note = () => this.#tops.set(this.#current, scrollY)

  constructor() {
    // The page may have been scrolled before it was hydrated.
    this.#note()
    addEventListener('scroll', this.#note, { passive: true })
  }

  /** Adds an entry. Until its page is scrolled, it has the current position, which a change of language does not alter. */
  push(url: URL): void {
    history.pushState(null, '', url)
    this.#current = keyOfEntry()
    this.#note()
  }

  /** The browser has moved to another entry. @returns its scroll position in pixels, if it has one */
  traverse(): number | undefined {
    this.#current = keyOfEntry()
    return this.#tops.get(this.#current)
  }
}

/** Gives an entry a key if it has none yet: a new one, or one that the browser made. */
function keyOfEntry(): string {
  const key: string = history.state?.key ?? crypto.getRandomValues(new Uint32Array(2)).join('-')
  history.replaceState({ key }, '')
  return key
}
