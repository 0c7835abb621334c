import type { ComponentType } from 'react'
import { languageOf } from '../../shared/languages.ts'
import {
  type BootstrapData,
  type Chunk,
  type PageData,
  pageDataAddress,
  type ShellFile,
  shellDataAddress,
} from '../../shared/page-data.ts'
import type { PageKind } from '../../shared/pages.ts'
import type { Shell } from '../content.ts'
import { fetchScript, loadData, loadScript, loadStyle, showStyle } from './load-chunk.ts'

/** The components of a kind of page: the main area and, for the home page, the banner in the header. */
export type PageComponents = {
  Page: ComponentType<{ content: PageData['content']; shell: Shell }>
  Hero?: ComponentType<{ content: PageData['content'] }> | undefined
}
export type LoadedPage = {
  shell: Shell
  page: PageData
  /** The style sheet of its kind, to take effect when the page is shown. The first page's is in the document itself. */
  style?: CSSStyleSheet | undefined
} & PageComponents

/** Loads pages: their texts, their code and their styles, each file once. */
export class PageLoader {
  readonly #build: string
  /** Files by address. One that fails is removed, so that it is requested again when it is needed again. */
  readonly #files = new Map<string, Promise<unknown>>()
  readonly #texts = new Map<string, PageData>()
  readonly #pages = new Map<string, LoadedPage>()
  /** The code of each kind of page: of the first one from the start, of all others once the shell has arrived. */
  readonly #chunks: Record<PageKind, Chunk>
  /** The kind of each page that is linked to, so that its code and its texts can be requested together. */
  readonly #kinds: Map<string, PageKind>

  /** @param openedAt the address of the document: a not-found page may be at any address */
  constructor({ address, kind, build, chunk }: BootstrapData, openedAt: string) {
    this.#build = build
    this.#chunks = { [kind]: chunk } as Record<PageKind, Chunk>
    this.#kinds = new Map([[openedAt, kind]])
    this.#once(pageDataAddress(build, openedAt), () => loadData(pageDataAddress(build, address)))
    // The first page's code has been imported, and its style sheet is in the document itself.
    this.#once(chunk.script, () => import(/* @vite-ignore */ chunk.script))
    for (const file of chunk.imports) this.#once(file, async () => '')
    this.#once(chunk.style, async () => new CSSStyleSheet())
  }

  /** A page, if it is loaded already. */
  peek = (address: string) => this.#pages.get(address)

  /** A page's texts, if they are loaded already. */
  textsOf = (address: string) => this.#texts.get(address)

  /** @throws LoadError, or what the page's own script throws */
  async load(address: string): Promise<LoadedPage> {
    const arrival = this.#loadShell(address)
    this.#loadCode(this.#likelyKind(address))
    const page = await this.loadTexts(address)
    const [shell, components, style] = await Promise.all([arrival, ...this.#loadCode(page.kind)])
    const loaded = { shell, page, style, ...components }
    if (page.kind !== 'register') this.#pages.set(address, loaded)
    return loaded
  }

  /** @throws LoadError */
  async loadTexts(address: string): Promise<PageData> {
    const file = pageDataAddress(this.#build, address)
    const page = await this.#once(file, loadData<PageData>)
    // The register may have changed: its pages are requested each time.
    if (page.kind === 'register') this.#files.delete(file)
    this.#texts.set(address, page)
    // The other languages of a not-found page are the home pages, which are of another kind.
    if (page.kind !== 'not-found') for (const other of Object.values(page.addresses)) this.#kinds.set(other, page.kind)
    return page
  }

  /**
   * Loads a page whose link has the pointer or the focus, and applies its styles, so that a click need not wait for them; of the
   * register, whose pages are requested again each time, only the code.
   */
  async prefetch(address: string): Promise<void> {
    try {
      if (this.#likelyKind(address) !== 'register') return showStyle((await this.load(address)).style)
      await this.#loadShell(address)
      showStyle(await this.#loadCode('register')[1])
    } catch {
      // When the visitor opens the page, it is requested again, and a failure reported.
    }
  }

  /** A page that neither header nor footer links to is an article, or below the register. */
  #likelyKind(address: string): PageKind {
    const isInRegister = [...this.#kinds].some(([known, kind]) => kind === 'register' && address.startsWith(known))
    return this.#kinds.get(address) ?? (isInRegister ? 'register' : 'article')
  }

  #loadShell(address: string): Promise<Shell> {
    return this.#once(shellDataAddress(this.#build, languageOf(address)), async (file) => {
      const { chunks, ...shell } = await loadData<ShellFile>(file)
      Object.assign(this.#chunks, chunks)
      const links = [...shell.navigation, ...shell.footerLists.flatMap((list) => list.links)]
      for (const { address, kind } of links) this.#kinds.set(address, kind)
      return shell
    })
  }

  #loadCode(kind: PageKind) {
    const { script, imports, style } = this.#chunks[kind]
    const importAll = () => imports.map((file) => this.#once(file, fetchScript))
    const components = this.#once(script, () => loadScript<PageComponents>(script, importAll()))
    return [components, this.#once(style, loadStyle)] as const
  }

  #once<Content>(address: string, load: (address: string) => Promise<Content>): Promise<Content> {
    const known = this.#files.get(address)
    if (known) return known as Promise<Content>
    const arrival = load(address)
    this.#files.set(address, arrival)
    arrival.catch(() => this.#files.delete(address))
    return arrival
  }
}
