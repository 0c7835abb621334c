import type { ComponentType } from 'react'
import { type Language, languageOf } from '../../shared/languages.ts'
import {
  type BootstrapData,
  type PageData,
  pageDataAddress,
  type ShellData,
  shellDataAddress,
} from '../../shared/page-data.ts'
import type { PageKind } from '../../shared/pages.ts'
import { asksToSaveData } from './connection.ts'
import { loadData, loadScript, loadStyle, preloadScripts, showStyles } from './load-chunk.ts'
import { LoadError } from './load-error.ts'

export type PageComponent = ComponentType<{ content: PageData['content'] }>
/** What draws a kind of page: the main area and, for the home page, the banner in the header. */
export type PageComponents = { Page: PageComponent; Hero?: PageComponent | undefined }
export type LoadedPage = {
  shell: ShellData
  page: PageData
  /** Style sheets that have arrived, and are to take effect when the page is shown. */
  styles: string[]
} & PageComponents

/** Brings pages to the browser: their texts, their code and their style, each once. What failed is asked for again. */
export class PageLoader {
  readonly #data: BootstrapData
  /** The style sheets whose rules stand in the document itself. */
  readonly #inDocument: ReadonlySet<string>
  readonly #pages = new Map<string, Promise<LoadedPage>>()
  readonly #shells = new Map<Language, Promise<ShellData>>()
  readonly #components = new Map<PageKind, Promise<PageComponents>>()
  /** Kinds of page share style sheets: each waits until the sheet has arrived, whoever asked for it. */
  readonly #styles = new Map<string, Promise<void>>()
  readonly #attempts = new Map<PageKind, number>()
  readonly #ready = new Map<string, LoadedPage>()
  readonly #addresses = new Map<string, PageData['addresses']>()

  constructor(data: BootstrapData) {
    this.#data = data
    this.#inDocument = new Set(data.chunks[data.kind].styles)
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
      showStyles((await this.load(address)).styles)
    } catch {
      // A page that does not arrive now is asked for again, and its failure told, when the visitor opens it.
    }
  }

  async #load(address: string): Promise<LoadedPage> {
    const language = languageOf(address)
    const shellArrival = remember(this.#shells, language, () =>
      loadData<ShellData>(shellDataAddress(this.#data.build, language)),
    )
    // Awaited below; without this, its failure would count as unhandled while the page's texts are on their way.
    shellArrival.catch(() => undefined)
    const page = await loadData<PageData>(pageDataAddress(this.#data.build, address))
    this.#addresses.set(address, page.addresses)
    const components = await this.#loadKind(page.kind)
    const { styles } = this.#data.chunks[page.kind]
    const loaded = { shell: await shellArrival, page, styles, ...components }
    this.#ready.set(address, loaded)
    return loaded
  }

  /** The components of a page kind, with their style sheets. */
  #loadKind(kind: PageKind): Promise<PageComponents> {
    return remember(this.#components, kind, async () => {
      const { script, imports, styles } = this.#data.chunks[kind]
      preloadScripts(imports)
      const attempt = this.#attempts.get(kind) ?? 0
      this.#attempts.set(kind, attempt + 1)
      const arrivals = styles
        .filter((address) => !this.#inDocument.has(address))
        .map((address) => remember(this.#styles, address, () => loadStyle(address)))
      const [{ Page, Hero }] = await Promise.all([loadScript(script, attempt), ...arrivals])
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
