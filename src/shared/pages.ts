/**
 * The page table: every page of the site, one line each, with the kind that draws it (src/site/pages/<kind>/).
 * A page's key is also the name of its texts, content/texts/<language>/<key>.yml, which hold its address (`head.slug`).
 * Routes, redirects, language links, sitemap and tests all read this table. Its order is that of the articles: the home
 * page shows the first three, and each leads to the one before it and the one after it, in a round.
 */
export const pages = {
  home: 'home',
  presentation: 'presentation',
  certification: 'certification',
  contact: 'contact',
  bienestar_animal: 'article',
  certificacion_halal: 'article',
  halal_adoracion: 'article',
} as const satisfies Record<string, Exclude<PageKind, 'not-found'>>

/** The kinds of page, each drawn by src/site/pages/<kind>/<kind>.tsx. */
export const allPageKinds = ['home', 'presentation', 'certification', 'contact', 'article', 'not-found'] as const

export type PageKind = (typeof allPageKinds)[number]

export type PageKey = keyof typeof pages

export const allPages = Object.keys(pages) as PageKey[]

export const articlePages = allPages.filter((page) => pages[page] === 'article')

/** The pages of the navigation bar, in its order (SPEC.md section 2). */
export const navigationPages = ['home', 'presentation', 'certification', 'contact'] as const satisfies PageKey[]
