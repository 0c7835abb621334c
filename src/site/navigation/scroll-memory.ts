/**
 * Remembers how far each entry of the history was scrolled. The browser does so itself, but it restores the position
 * when a page that is drawn in place may not be there yet. Its own restoring stays on, because of documents: WebKit begins
 * at the top of one that ever had it off. Nothing is stored: the memory ends with the document.
 */
export class ScrollMemory {
  readonly #tops = new Map<string, number>()
  #current = keyOfEntry()
  readonly #note = () => this.#tops.set(this.#current, scrollY)

  constructor() {
    // The page may have been scrolled already, while it was only read.
    this.#note()
    addEventListener('scroll', this.#note, { passive: true })
  }

  /** Adds an entry. Until its page is scrolled, its position is the current one, as a change of language keeps it. */
  push(url: URL): void {
    history.pushState(null, '', url)
    this.#current = keyOfEntry()
    this.#note()
  }

  /** The browser has moved to another entry: how far it was scrolled, in pixels, if it was seen before. */
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
