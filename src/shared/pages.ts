import type { ArticleKey } from './texts.generated.ts'

export type { ArticleKey }

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
} as const satisfies Record<string, Exclude<PageKind, 'not-found'>>

/** The kinds of page, each drawn by src/site/pages/<kind>/<kind>.tsx. */
export const allPageKinds = ['home', 'presentation', 'certification', 'contact', 'article', 'not-found'] as const

export type PageKind = (typeof allPageKinds)[number]

export type PageKey = keyof typeof sitePages | ArticleKey

/** Every page with its kind, in the order in which they are listed. */
export type PageTable = Record<PageKey, Exclude<PageKind, 'not-found'>>

export const pagesIn = (table: PageTable) => Object.keys(table) as PageKey[]
export const articlesIn = (table: PageTable) => pagesIn(table).filter((page) => table[page] === 'article')

/** The pages of the navigation bar, in its order (SPEC.md section 2). */
export const navigationPages = ['home', 'presentation', 'certification', 'contact'] as const satisfies PageKey[]
