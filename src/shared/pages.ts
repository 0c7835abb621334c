import type { ArticleKey } from './texts.generated.ts'

/**
 * The pages of the site but its articles, one line each, with the kind that draws it (src/site/pages/<kind>/). A page's
 * key is also the name of its texts, content/texts/<language>/<key>.yml, which hold its address (`head.slug`). Articles
 * are listed in content/articles.yml; routes, redirects, language links, sitemap and tests go by both together.
 */
export const sitePages = {
  home: 'home',
  presentation: 'presentation',
  certification: 'certification',
  contact: 'contact',
  check_label: 'check-label',
  get_certified: 'get-certified',
  questions: 'questions',
  legal_notice: 'notice',
  privacy: 'notice',
  accessibility: 'notice',
  register: 'register',
} as const

type SitePage = keyof typeof sitePages

export type PageKind = (typeof sitePages)[SitePage] | 'article' | 'not-found'

/** The kinds of page, each drawn by src/site/pages/<kind>/<kind>.tsx. */
export const allPageKinds: PageKind[] = [...new Set(Object.values(sitePages)), 'article', 'not-found']

export type PageKey = SitePage | ArticleKey

/** Every page with its kind, in the order in which they are listed. Without certificates, the register is not among them. */
export type PageTable = Record<PageKey, Exclude<PageKind, 'not-found'>>

export const pagesIn = (table: PageTable) => Object.keys(table) as PageKey[]
export const articlesIn = (table: PageTable) => pagesIn(table).filter((page) => table[page] === 'article')

/** The pages of the navigation bar, in its order. */
export const navigationPages = ['home', 'presentation', 'certification', 'contact'] as const satisfies PageKey[]

/**
 * The pages that the footer links to beside them, in two lists. Titles and link words are in
 * content/texts/<language>/footer.yml, under `lists` and `links`.
 */
export const footerLists = {
  help: ['check_label', 'get_certified', 'questions'],
  legal: ['legal_notice', 'privacy', 'accessibility'],
} as const satisfies Record<string, PageKey[]>
