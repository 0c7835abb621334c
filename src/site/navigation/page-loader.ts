import type { ComponentType } from 'react'
import { type Language, languageOf } from '../../shared/languages.ts'
import {
  type BootstrapData,
  type Chunk,
  type PageData,
  pageDataAddress,
  type ShellData,
  type ShellFile,
  shellDataAddress,
} from '../../shared/page-data.ts'
import type { PageKind } from '../../shared/pages.ts'
import { asksToSaveData } from './connection.ts'
import { loadData, loadScript, loadStyle, preloadScripts, showStyle } from './load-chunk.ts'
import { LoadError } from './load-error.ts'

type PageComponent = ComponentType<{ content: PageData['content'] }>
/** What draws a kind of page: the main area and, for the home page, the banner in the header. */
export type PageComponents = { Page: PageComponent; Hero?: PageComponent | undefined }
export type LoadedPage = {
  shell: ShellData
  page: PageData
  /** The style sheet of its kind: it has arrived, and is to take effect when the page is shown. */
  style: string
} & PageComponents

/** Brings pages to the browser: their texts, their code and their style, each once. What failed is asked for again. */
export class PageLoader {
  readonly #build: string
  /** The code of each kind of page: of the one at hand from the start, of all others once the shell has arrived. */
  readonly #chunks: Record<PageKind, Chunk>
  readonly #pages = new Map<string, Promise<LoadedPage>>()
  readonly #shells = new Map<Language, Promise<ShellData>>()
  readonly #components = new Map<PageKind, Promise<PageComponents>>()
  /** The style sheets that have been asked for; the rules of the first one stand in the document itself. */
  readonly #styles: Map<string, Promise<void>>
  readonly #attempts = new Map<PageKind, number>()
  readonly #ready = new Map<string, LoadedPage>()
  readonly #addresses = new Map<string, PageData['addresses']>()
  readonly #kinds: Map<string, PageKind>

  constructor({ address, kind, build, chunk }: BootstrapData) {
    this.#build = build
    this.#chunks = { [kind]: chunk } as Record<PageKind, Chunk>
    this.#kinds = new Map([[address, kind]])
    this.#styles = new Map([[chunk.style, Promise.resolve()]])
  }

  /** A page that has arrived already. */
  peek(address: string): LoadedPage | undefined {
    return this.#ready.get(address)
  }

  /** A page's address in each language, once its texts have arrived, even if its code has not. */
  addressesOf(address: string): PageData['addresses'] | undefined {
    return this.#addresses.get(address)
  }

  /** @throws LoadError, or what the page's own script throws */
  load(address: string): Promise<LoadedPage> {
    return remember(this.#pages, address, () => this.#load(address))
  }

  /** Loads a page that the visitor points at, and lets its style take effect before the click would wait for that. */
  async prefetch(address: string): Promise<void> {
    if (asksToSaveData()) return
    try {
      showStyle((await this.load(address)).style)
    } catch {
      // A page that does not arrive now is asked for again, and its failure told, when the visitor opens it.
    }
  }

  async #load(address: string): Promise<LoadedPage> {
    const language = languageOf(address)
    // Code and texts come together, if the kind can be told: what neither header nor footer leads to is an article.
    const likelyKind = this.#kinds.get(address) ?? 'article'
    const shellArrival = remember(this.#shells, language, () => this.#loadShell(language))
    const codeArrival = this.#loadKind(likelyKind)
    // Awaited below; without this, their failure would count as unhandled while the page's texts are on their way.
    for (const arrival of [shellArrival, codeArrival]) arrival.catch(() => undefined)
    const page = await loadData<PageData>(pageDataAddress(this.#build, address))
    this.#addresses.set(address, page.addresses)
    // The other languages of a not-found page are the home pages, which are of another kind.
    if (page.kind !== 'not-found') for (const other of Object.values(page.addresses)) this.#kinds.set(other, page.kind)
    const components = await (page.kind === likelyKind ? codeArrival : this.#loadKind(page.kind))
    const { style } = this.#chunks[page.kind]
    const loaded = { shell: await shellArrival, page, style, ...components }
    this.#ready.set(address, loaded)
    return loaded
  }

  async #loadShell(language: Language): Promise<ShellData> {
    const { chunks, ...shell } = await loadData<ShellFile>(shellDataAddress(this.#build, language))
    Object.assign(this.#chunks, chunks)
    const links = [...shell.navigation, ...shell.footerLists.flatMap((list) => list.links)]
    for (const { address, kind } of links) this.#kinds.set(address, kind)
    return shell
  }

  /** The components of a page kind, with their style sheet. */
  #loadKind(kind: PageKind): Promise<PageComponents> {
    return remember(this.#components, kind, async () => {
      const { script, imports, style } = this.#chunks[kind]
      preloadScripts(imports)
      const attempt = this.#attempts.get(kind) ?? 0
      this.#attempts.set(kind, attempt + 1)
      const [{ Page, Hero }] = await Promise.all([
        loadScript(script, attempt),
        remember(this.#styles, style, () => loadStyle(style)),
      ])
      return { Page, Hero } as PageComponents
    })
  }
}

/**
 * Asks once and shares the answer. A failure is forgotten, so that the next one asks again; so does whoever joined before,
 * because what failed for another may have been mended meanwhile. Nobody waits for a second timeout.
 */
function remember<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, ask: () => Promise<Value>): Promise<Value> {
  const joined = known.get(key)
  if (joined)
    return joined.catch((error) => {
      if (error instanceof LoadError && error.type === 'timeout') throw error
      return remember(known, key, ask)
    })
  const answer = ask()
  known.set(key, answer)
  answer.catch(() => known.delete(key))
  return answer
}
