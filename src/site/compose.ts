import { type Reader, textReader } from '../content/compose/reader.ts'
import type { Content } from '../content/read/content.ts'
import { localise } from '../content/read/organisation.ts'
import { headOf } from '../content/read/pages.ts'
import type { Schemas } from '../content/schema.ts'
import { allLanguages, isDraft, type Language, notFoundAddress } from '../shared/languages.ts'
import type { PageContent, PageData } from '../shared/page-data.ts'
import { allPageKinds, type PageKey, type PageKind, pagesIn } from '../shared/pages.ts'
import { texts as partners } from './components/partners/content.ts'
import { compose as composeShell, texts as shell } from './content.ts'
import { headOfNotFound } from './pages/not-found/content.ts'

/** What src/site/pages/<kind>/content.ts exports: the schemas of its text files, and what makes the content of a page. */
type Room = { texts: Schemas; compose: (reader: Reader, page: PageKey | 'not-found') => PageContent }

const rooms = Object.fromEntries(
  await Promise.all(allPageKinds.map(async (kind) => [kind, await import(`./pages/${kind}/content.ts`)])),
) as Record<PageKind, Room>

/** The schemas of all text files that the site shows. */
export const siteTexts: Schemas = Object.assign({}, shell, partners, ...Object.values(rooms).map(({ texts }) => texts))

/** The data of the whole site in one language, and what is wrong inside running texts. */
export type LanguageSite = ReturnType<typeof composeLanguage>

/** The settings that pages show: their origin, and how long messages are stored at most. */
export type SiteSettings = { siteOrigin: string; retentionDays: number }

/** Composes the data of every page in one language. */
function composeLanguage(content: Content, language: Language, settings: SiteSettings) {
  const { reader, shell, composePage, notFound } = languageComposer(content, language, settings)
  const pages = pagesIn(content.pages).map(composePage)
  return { shell, pages, notFound, plain: reader.plain, problems: [...reader.problems.values()] }
}

/** Composes the pages of one language, each when it is asked for. */
export function languageComposer(content: Content, language: Language, { retentionDays }: SiteSettings) {
  const reader = textReader(content, language, retentionDays)
  const name = localise(content.organisation.name, language)
  // A tab or a search result shows only the title, so the organisation's name is added if it is not in the title.
  const headData = ({ title, description }: PageData['head']) => ({
    title: title.includes(name) ? title : `${title} · ${name}`,
    description,
    ...(isDraft(language) && { noindex: true }),
  })
  const composePage = (page: PageKey): PageData => ({
    kind: content.pages[page],
    page,
    language,
    address: reader.addresses[page],
    addresses: content.addresses[page],
    head: headData(headOf(reader.filled, page)),
    content: rooms[content.pages[page]].compose(reader, page),
  })
  const notFound: PageData = {
    kind: 'not-found',
    page: 'not-found',
    language,
    address: notFoundAddress(language),
    // The missing page has no other language, so the language choice leads to the home pages.
    addresses: content.addresses.home,
    head: headData(headOfNotFound(reader)),
    content: rooms['not-found'].compose(reader, 'not-found'),
  }
  return { reader, shell: composeShell(reader), composePage, notFound }
}

/** Composes the pages of every language. */
export const composeLanguages = (content: Content, settings: SiteSettings): LanguageSite[] =>
  allLanguages.map((language) => composeLanguage(content, language, settings))
