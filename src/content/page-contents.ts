import { interpolate } from '../shared/interpolate.ts'
import type { ArticleLink, ArticleTexts, PageContents, PartnersContent, ReadMore } from '../shared/page-data.ts'
import { allPages, type PageKey, type PageKind, pages } from '../shared/pages.ts'
import type { Texts } from '../shared/texts.generated.ts'
import { officesOf } from './offices.ts'
import { countryName } from './organisation.ts'
import { plainWords } from './rich-text.ts'
import type { SectionReader } from './section-reader.ts'

/** How many articles the home page lists: the list does not grow with the site. */
const articlesOnHomePage = 6
/** How many other articles an article leads to, so that each can be reached from the one before it. */
const articlesAtTheEnd = 2
const wordsReadPerMinute = 200

const articlePages = allPages.filter((page) => pages[page] === 'article')

type Composers = { [Kind in PageKind]: (reader: SectionReader, page: PageKey) => PageContents[Kind] }

/** What each kind of page shows, and where it comes from. */
export const composers: Composers = {
  home: (reader) => ({
    hero: reader.read('hero'),
    services: reader.read('services'),
    article: reader.read('article'),
    mission: reader.read('mission'),
    articles: articlePages.slice(0, articlesOnHomePage).map((article) => articleLink(reader, article)),
    partners: partnersOf(reader),
    addresses: {
      presentation: reader.addressOf('presentation'),
      certification: reader.addressOf('certification'),
      contact: reader.addressOf('contact'),
    },
  }),
  presentation: (reader) => ({
    ...reader.readSourced<Texts['presentation']>('presentation'),
    partnersList: partnersOf(reader),
  }),
  certification: (reader) => reader.readSourced<Texts['certification']>('certification'),
  contact: (reader) => ({
    ...reader.read('contact'),
    language: reader.language,
    email: reader.content.organisation.email,
    offices: officesOf(reader),
  }),
  article: (reader, page) => {
    const article = reader.readSourced<ArticleTexts>(page)
    const { other, reading_time } = reader.read('article')
    const minutes = Math.max(1, Math.round(plainWords(article.body).split(/\s+/).length / wordsReadPerMinute))
    return {
      ...article,
      others: othersAfter(page).map((other) => articleLink(reader, other)),
      othersTitle: other,
      readingTime: interpolate(reading_time, { minutes }),
    }
  },
  'not-found': (reader) => reader.read('errors').not_found,
}

function articleLink(reader: SectionReader, page: PageKey): ArticleLink {
  const { title, teaser } = reader.raw<Record<'title' | 'teaser', string>>(page)
  return { title, teaser: reader.line(teaser), address: reader.addressOf(page), readMore: readMoreOf(reader, title) }
}

function readMoreOf(reader: SectionReader, title: string): ReadMore {
  const { read_more, read_more_about } = reader.read('article')
  return { text: read_more, about: interpolate(read_more_about, { title }) }
}

/** The articles that follow in the page table, and after the last the first. */
function othersAfter(page: PageKey): PageKey[] {
  const next = articlePages.indexOf(page) + 1
  return [...articlePages.slice(next), ...articlePages.slice(0, next - 1)].slice(0, articlesAtTheEnd)
}

function partnersOf(reader: SectionReader): PartnersContent {
  const { title, lead, roles, unnamed } = reader.read('partenaires')
  const wordOf: Record<string, string> = roles
  return {
    title,
    lead,
    partners: reader.content.organisation.partners.map(({ country, role, name }) => ({
      country: countryName(country, reader.language),
      role: wordOf[role] ?? role,
      name: name || unnamed,
    })),
  }
}
