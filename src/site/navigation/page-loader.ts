import type { ComponentType } from 'react'
import { languageOf } from '../../shared/languages.ts'
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
import { fetchScript, loadData, loadScript, loadStyle, showStyle } from './load-chunk.ts'

type PageComponent = ComponentType<{ content: PageData['content'] }>
/** What draws a kind of page: the main area and, for the home page, the banner in the header. */
export type PageComponents = { Page: PageComponent; Hero?: PageComponent | undefined }
export type LoadedPage = {
  shell: ShellData
  page: PageData
  /** The style sheet of its kind, to take effect when the page is shown. The first page's is in the document itself. */
  style?: CSSStyleSheet | undefined
} & PageComponents

/** `content` once it has arrived: then a page can be drawn at once. */
type RequestedFile = { arrival: Promise<unknown>; content?: unknown }

/** Brings pages to the browser: their texts, their code and their style, each file once. */
export class PageLoader {
  readonly #build: string
  /** What has been asked for, by its address. What fails is forgotten, and asked for again by the next one who needs it. */
  readonly #files = new Map<string, RequestedFile>()
  /** The code of each kind of page: of the one at hand from the start, of all others once the shell has arrived. */
  readonly #chunks: Record<PageKind, Chunk>
  /** The kinds of pages whose texts have not arrived: code and texts are asked for together. */
  readonly #kinds: Map<string, PageKind>

  /** @param openedAt where the document was loaded: a not-found page may be at any address */
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

  /** A page that has arrived already. */
  peek(address: string): LoadedPage | undefined {
    const page = this.textsOf(address)
    if (!page) return undefined
    const { script, style } = this.#chunks[page.kind]
    const shell = this.#contentOf<ShellData>(shellDataAddress(this.#build, languageOf(address)))
    const components = this.#contentOf<PageComponents>(script)
    const sheet = this.#contentOf<CSSStyleSheet>(style)
    if (!shell || !components || !sheet) return undefined
    return { shell, page, style: sheet, Page: components.Page, Hero: components.Hero }
  }

  /** A page's texts, if they have arrived already. */
  textsOf = (address: string) => this.#contentOf<PageData>(pageDataAddress(this.#build, address))

  /** @throws LoadError, or what the page's own script throws */
  async load(address: string): Promise<LoadedPage> {
    // What neither header nor footer links to is an article.
    const likelyKind = this.#kinds.get(address) ?? 'article'
    const language = languageOf(address)
    const shell = this.#once(shellDataAddress(this.#build, language), (file) => this.#loadShell(file))
    this.#loadCode(likelyKind)
    const { kind } = await this.loadTexts(address)
    await Promise.all([shell, ...this.#loadCode(kind)])
    return this.peek(address) as LoadedPage
  }

  /** @throws LoadError */
  async loadTexts(address: string): Promise<PageData> {
    const page = await this.#once(pageDataAddress(this.#build, address), loadData<PageData>)
    // The other languages of a not-found page are the home pages, which are of another kind.
    if (page.kind !== 'not-found') for (const other of Object.values(page.addresses)) this.#kinds.set(other, page.kind)
    return page
  }

  /** Loads a page that the visitor points at, and lets its style take effect before the click would wait for that. */
  async prefetch(address: string): Promise<void> {
    if (asksToSaveData()) return
    try {
      showStyle((await this.load(address)).style)
    } catch {
      // A page that does not arrive now is asked for again, and its failure reported, when the visitor opens it.
    }
  }

  async #loadShell(file: string): Promise<ShellData> {
    const { chunks, ...shell } = await loadData<ShellFile>(file)
    Object.assign(this.#chunks, chunks)
    const links = [...shell.navigation, ...shell.footerLists.flatMap((list) => list.links)]
    for (const { address, kind } of links) this.#kinds.set(address, kind)
    return shell
  }

  #loadCode(kind: PageKind): Promise<unknown>[] {
    const { script, imports, style } = this.#chunks[kind]
    const importAll = () => imports.map((file) => this.#once(file, fetchScript))
    return [this.#once(script, () => loadScript(script, importAll())), this.#once(style, loadStyle)]
  }

  #contentOf<Content>(address: string): Content | undefined {
    return this.#files.get(address)?.content as Content | undefined
  }

  #once<Content>(address: string, load: (address: string) => Promise<Content>): Promise<Content> {
    const known = this.#files.get(address)
    if (known) return known.arrival as Promise<Content>
    const arrival = load(address)
    const file: RequestedFile = { arrival }
    this.#files.set(address, file)
    arrival.then(
      (content) => Object.assign(file, { content }),
      () => this.#files.delete(address),
    )
    return arrival
  }
}
