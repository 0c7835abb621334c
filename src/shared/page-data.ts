import type { Shell } from '../site/content.ts'
import type { Language } from './languages.ts'
import type { PageKey, PageKind } from './pages.ts'

/** The data of one page in one language, without what all pages share. */
export type PageData<Content extends PageContent = PageContent> = {
  kind: PageKind
  /** Stays the same when only the language changes. */
  page: PageKey | 'not-found'
  language: Language
  address: string
  /** The same page in each language. */
  addresses: Record<Language, string>
  /** `noindex` is set for pages that search engines should not list; `feed` is the address of what changed. */
  head: { title: string; description: string; noindex?: boolean; feed?: string }
  content: Content
  /** It answers a plain form: no script runs in it. */
  isStatic?: boolean
}

/** What a page shows; of each kind more, `Content` in src/site/pages/<kind>/content.ts. `title` is its first heading. */
export type PageContent = { title: string }

/** A picture that the build makes. Its size in pixels is set with the address, when the page is rendered. */
export type Picture = { address: string; width?: number; height?: number; alt: string }

/**
 * The addresses of a page kind's code: its script, what that imports statically, React among it, and its style sheet. They are
 * all requested at once.
 */
export type Chunk = { script: string; imports: string[]; style: string }

/** What the browser's code reads from a page's HTML. */
export type BootstrapData = {
  address: string
  kind: PageKind
  build: string
  /** The script that hydrates the page. */
  entry: string
  /** The code of the page's own kind. */
  chunk: Chunk
}

/** What the browser loads for a language: its shell, and the addresses of the code of each kind of page. */
export type ShellFile = Shell & { chunks: Record<PageKind, Chunk> }

/** What is below it may change at its address, unlike what is in /assets. */
export const dataFolder = '/data'

/**
 * The address of a page's data, computed from the page's address, so that no page has to list the others. Browsers ask
 * whether it has changed, as for the page itself: a changed word renews the pages that show it, and no other.
 * @param build the version of the code that reads it: a page of another one finds nothing, and loads the document
 */
export function pageDataAddress(build: string, pageAddress: string): string {
  const [path, search] = pageAddress.split('?')
  return `${dataFolder}/${build}${path === '/' ? '/index' : path}.json${search ? `?${search}` : ''}`
}

export const shellDataAddress = (build: string, language: Language) => `${dataFolder}/${build}/shell.${language}.json`
