import { allLanguages, type Language, notFoundAddress } from '../../shared/languages.ts'
import type { PageData, ShellData } from '../../shared/page-data.ts'
import { footerLists, navigationPages, type PageKey, pagesIn } from '../../shared/pages.ts'
import type { Content } from '../read/content.ts'
import { localise, mapAddressOf, postalAddress } from '../read/organisation.ts'
import { headOf } from '../read/pages.ts'
import { pageComposers, searchWords } from './page-contents.ts'
import { drawingNamed, type SectionReader, sectionReader } from './section-reader.ts'

/** The data of the whole site in one language, and what is wrong inside running texts. */
export type LanguageSite = ReturnType<typeof composeLanguage>

/** The settings that pages show: their origin, and how long messages are stored at most. */
export type SiteSettings = { siteOrigin: string; retentionDays: number }

/** Composes the data of every page in one language. */
export function composeLanguage(content: Content, language: Language, settings: SiteSettings) {
  const { reader, shell, composePage, notFound } = languageComposer(content, language, settings)
  const { mail, outage } = reader.texts
  const pages = pagesIn(content.pages).map(composePage)
  return { shell, pages, notFound, mail, outage, problems: reader.findProblems() }
}

/** Composes the pages of one language, each when it is asked for. */
export function languageComposer(content: Content, language: Language, { retentionDays }: SiteSettings) {
  const reader = sectionReader(content, language, retentionDays)
  const { errors } = reader.texts
  const name = localise(content.organisation.name, language)
  const { not_found } = reader.filled.errors as { not_found: { head: Record<'title' | 'description', string> } }
  // A tab or a search result shows only the title, so the organisation's name is added if it is not in the title.
  const headData = ({ title, description }: PageData['head']) => ({
    title: title.includes(name) ? title : `${title} · ${name}`,
    description,
  })
  const composePage = (page: PageKey) =>
    ({
      kind: content.pages[page],
      page,
      language,
      address: reader.addresses[page],
      addresses: content.addresses[page],
      head: headData(headOf(reader.filled, page)),
      content: pageComposers[content.pages[page]](reader, page),
    }) as PageData
  const notFound: PageData = {
    kind: 'not-found',
    page: 'not-found',
    language,
    address: notFoundAddress(language),
    // The missing page has no other language, so the language choice leads to the home pages.
    addresses: content.addresses.home,
    head: headData(not_found.head),
    content: { ...errors.not_found, search: searchWords(reader) },
  }
  return { reader, shell: shellData(reader), composePage, notFound }
}

/** Composes what every page of a language shares. */
function shellData(reader: SectionReader): ShellData {
  const { content, language } = reader
  const { name, email, offices, map } = content.organisation
  const { navbar, footer, cookies, errors } = reader.texts
  const linkTo = (page: PageKey, label: string) => ({
    page,
    kind: content.pages[page],
    label,
    address: reader.addresses[page],
  })
  return {
    language,
    name: localise(name, language),
    email,
    texts: { navbar, language: reader.texts.language, footer, cookies, errors },
    navigation: navigationPages.map((page) => linkTo(page, navbar[page])),
    footerLists: (Object.keys(footerLists) as (keyof typeof footerLists)[]).map((list) => ({
      title: footer.lists[list],
      links: footerLists[list].map((page) => linkTo(page, footer.links[page])),
    })),
    languages: allLanguages.map((each) => {
      const { name } = content.texts[each].language as { name: string }
      return { language: each, name, flag: content.flags[each] }
    }),
    // The head office first.
    offices: offices.map((office) => ({
      id: office.id,
      city: localise(office.city, language),
      address: postalAddress(office, language),
      phone: office.phone,
      map: {
        locator: drawingNamed(`${office.id}.${language}`),
        embed: mapAddressOf(map.embed, office.latitude, office.longitude),
        page: mapAddressOf(map.page, office.latitude, office.longitude),
      },
    })),
  }
}

/** Composes the pages of every language. */
export const composeLanguages = (content: Content, settings: SiteSettings): LanguageSite[] =>
  allLanguages.map((language) => composeLanguage(content, language, settings))
