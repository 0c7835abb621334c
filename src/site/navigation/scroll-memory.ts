type Entry = { key: string }

/**
 * Remembers how far each entry of the history was scrolled. The browser does so itself, but it restores the position
 * when a page that is drawn in place may not be there yet. Its own restoring stays on, because of documents: WebKit begins
 * at the top of one that ever had it off. Nothing is stored: the memory ends with the document.
 */
export class ScrollMemory {
  readonly #tops = new Map<string, number>()
  #current = keyOfEntry()

  constructor() {
    // The page may have been scrolled already, while it was only read.
    this.stay(scrollY)
    addEventListener('scroll', () => this.stay(scrollY), { passive: true })
  }

  /** Adds an entry for `url`, scrolled to `top`. */
  push(url: URL, top: number): void {
    history.pushState({ key: newKey() } satisfies Entry, '', url)
    this.#current = keyOfEntry()
    this.stay(top)
  }

  /** The entry at hand is shown anew, scrolled to `top`. */
  stay(top: number): void {
    this.#tops.set(this.#current, top)
  }

  /**
   * Has the browser itself follow the fragment of the entry at hand, or follow none: only so does it choose anew what is
   * `:target` in a page that was drawn in place.
   */
  followFragment(): void {
    const { hash, href } = location
    if (!hash && !document.querySelector(':target')) return
    // Chromium and WebKit tell of it as of Back, which must not return to where the entry was before.
    this.#tops.delete(this.#current)
    location.replace(hash || '#')
    // An empty fragment would show in the address; Firefox has taken the key.
    history.replaceState({ key: this.#current } satisfies Entry, '', href)
  }

  /** The browser has moved to another entry: how far it was scrolled, in pixels, if it was seen before. */
  traverse(): number | undefined {
    this.#current = keyOfEntry()
    return this.#tops.get(this.#current)
  }
}

/** An entry made by the browser (the first one, a link to a fragment) has no key yet. */
function keyOfEntry(): string {
  const entry = history.state as Entry | null
  if (entry?.key) return entry.key
  const key = newKey()
  history.replaceState({ key } satisfies Entry, '')
  return key
}

const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-')
