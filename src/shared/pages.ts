/**
 * The pages of the site except its articles, with the kind of each (src/site/pages/<kind>/<kind>.tsx). A page's key is also the
 * name of its text file, content/texts/<language>/<key>.yml, which contains its address (`head.slug`). Articles are listed in
 * content/articles.yml. Both together are the page table, from which routes, redirects, language links and sitemap are made.
 */
export const sitePages = {
  home: 'home',
  presentation: 'presentation',
  certification: 'certification',
  contact: 'contact',
  check_label: 'check-label',
  ask_label: 'contact',
  easy: 'easy',
  get_certified: 'get-certified',
  questions: 'questions',
  shops: 'notice',
  complaints: 'notice',
  legal_notice: 'notice',
  privacy: 'notice',
  accessibility: 'notice',
  register: 'register',
  register_changes: 'register',
} as const

type SitePage = keyof typeof sitePages

export type PageKind = (typeof sitePages)[SitePage] | 'article' | 'not-found'

export const allPageKinds: PageKind[] = [...new Set(Object.values(sitePages)), 'article', 'not-found']

/** The names of articles are content, which the compiler does not know: this stands for any of them. */
export type ArticleKey = '(any article)'

export type PageKey = SitePage | ArticleKey

/** Every page with its kind, in the order of the lists. */
export type PageTable = Record<PageKey, Exclude<PageKind, 'not-found'>>

export const pagesIn = (table: PageTable) => Object.keys(table) as PageKey[]
export const articlesIn = (table: PageTable) => pagesIn(table).filter((page) => table[page] === 'article')

/** The pages of a kind. */
export const pagesOfKind = (kind: PageKind) =>
  (Object.keys(sitePages) as SitePage[]).filter((page) => sitePages[page] === kind)

export const navigationPages = ['home', 'presentation', 'certification', 'contact'] as const satisfies PageKey[]

/**
 * The footer's two lists of links. Their titles and words are in content/texts/<language>/footer.yml, under `lists` and `links`.
 */
export const footerLists = {
  help: ['check_label', 'easy', 'register', 'get_certified', 'shops', 'questions', 'complaints'],
  legal: ['legal_notice', 'privacy', 'accessibility'],
} as const satisfies Record<string, PageKey[]>
