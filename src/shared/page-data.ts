import type { FormResult } from './contact/message-rules.ts'
import type { Language } from './languages.ts'
import type { ArticleKey, PageKey, PageKind } from './pages.ts'
import type { RegisterView } from './register-page.ts'
import type { RichElement } from './rich-text.ts'
import type { Texts } from './text-types.ts'

/** What every page in one language shares: the words and facts of header, footer and banner. */
export type ShellData = {
  language: Language
  name: string
  email: string
  texts: Pick<Texts, 'navbar' | 'language' | 'footer' | 'cookies' | 'errors'>
  navigation: PageLink[]
  /** The footer's lists of further pages. */
  footerLists: { title: string; links: PageLink[] }[]
  /** The language choice: each language's own name and flag. */
  languages: { language: Language; name: string; flag: RichElement }[]
  offices: Office[]
}

/** A link to a page of the site. The page's kind names the code that the browser loads beside its texts. */
type PageLink = { page: PageKey; kind: PageKind; label: string; address: string }

export type Office = {
  id: string
  city: string
  /** Postal code, city and country, in the page's language. */
  address: string
  phone: string
  /** The site's own map of this office, and its page and embed at the maps service. */
  map: { locator: string; embed: string; page: string }
}

/** The data of one page in one language, without what all pages share. */
export type PageData<Kind extends PageKind = PageKind> = {
  [Each in Kind]: {
    kind: Each
    /** Stays the same when only the language changes. */
    page: PageKey | 'not-found'
    language: Language
    address: string
    /** The same page in each language. */
    addresses: Record<Language, string>
    /** `noindex` is set for pages that search engines should not list. */
    head: { title: string; description: string; noindex?: boolean }
    content: PageContents[Each]
  }
}[Kind]

/** What each kind of page shows. */
export type PageContents = {
  home: Pick<Texts, 'hero' | 'help' | 'services' | 'mission'> & {
    article: Pick<Texts['article'], 'title' | 'lead'>
    articles: (ArticleLink & { readMore: { text: string; about: string } })[]
    partners: PartnersContent
    search: RegisterSearch
    addresses: Record<'certification' | 'check_label' | 'get_certified' | 'questions', string>
  }
  presentation: Texts['presentation'] & { partnersList: PartnersContent }
  certification: Texts['certification'] & { record: Texts['record'] }
  'check-label': Texts['check_label'] & {
    sendLink: string
    search: RegisterSearch
    /** The mark with a number, as a drawing; `alt` says what it shows. */
    specimen: { name: string; number: string; alt: string | undefined }
  }
  'get-certified': WithMailLink<Texts['get_certified']>
  /** `draft` is what the message field contains at first: questions to fill in. */
  contact: Texts['contact'] & { draft?: string; result?: FormResult }
  questions: Texts['questions']
  notice: Texts['legal_notice' | 'privacy' | 'accessibility' | 'shops' | 'complaints']
  /** `state` is what the register calls a certificate in force. */
  easy: Texts['easy'] & { state: string }
  article: Texts[ArticleKey] & {
    /** The article's own headings, when it has enough of them to be worth a list. */
    contents: { title: string; headings: { id: string; words: string }[] }
    /** The articles before and after it, in a round. */
    others: { title: string; previous: ArticleLink & { label: string }; next: ArticleLink & { label: string } }
  }
  register: Texts['register'] & {
    language: Language
    search: RegisterSearch
    /** The page of what changed, and its address. */
    changes: Texts['register_changes'] & { address: string }
    /** The day in the site's time zone, on which the states depend, in words. */
    today: string
    /** A day as an example, in words. */
    exampleDay: string
    view: RegisterView
  }
  'not-found': Texts['errors']['not_found'] & { search: RegisterSearch }
}

/** The words of the search in the register, and the address that it leads to. */
export type RegisterSearch = Texts['register']['search'] & { action: string }

/** A page with a link that opens an email in which some lines are written already. */
type WithMailLink<Page> = Omit<Page, 'mail'> & { sendLink: string }

/** A picture that the build makes. Its size in pixels is set with the address, when the page is rendered. */
export type Picture = { address: string; width?: number; height?: number; alt: string }

export type ArticleLink = { title: string; teaser: string; address: string }
export type PartnersContent = {
  title: string
  lead: string
  map: Picture
  /** A partner's name is empty until it may be published. */
  partners: { country: string; role: string; name: string }[]
}

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
export type ShellFile = ShellData & { chunks: Record<PageKind, Chunk> }

/** The address of a page's data, computed from the page's address, so that no page has to list the others. */
export function pageDataAddress(build: string, pageAddress: string): string {
  const [path, search] = pageAddress.split('?')
  return `/assets/data/${build}${path === '/' ? '/index' : path}.json${search ? `?${search}` : ''}`
}

export const shellDataAddress = (build: string, language: Language) => `/assets/data/${build}/shell.${language}.json`
