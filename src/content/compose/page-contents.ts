import { exampleDay } from '../../register/describe.ts'
import { specimenNumber } from '../../register/number.ts'
import { countryName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { longDate } from '../../shared/long-date.ts'
import type { ArticleLink, PageContents, PartnersContent, RegisterSearch } from '../../shared/page-data.ts'
import { type ArticleKey, articlesIn, type PageKey } from '../../shared/pages.ts'
import type { RichText } from '../../shared/rich-text.ts'
import { localise } from '../read/organisation.ts'
import { plainWords } from './rich-text.ts'
import { drawingNamed, type SectionReader } from './section-reader.ts'

/** How many articles the home page lists: the first of content/articles.yml, however many there are. */
const articlesOnHomePage = 3
/** An article with at least this many headings lists them at its beginning. */
const headingsWorthAList = 4

type PageComposers = {
  [Kind in Exclude<keyof PageContents, 'not-found'>]: (reader: SectionReader, page: PageKey) => PageContents[Kind]
}

/** Composes what a page shows, by its kind. */
export const pageComposers: PageComposers = {
  home: (reader) => {
    const { hero, help, services, mission, article } = reader.texts
    const { title, lead, read_more: text, read_more_about } = article
    const { certification, check_label, get_certified, questions } = reader.addresses
    return {
      hero,
      search: searchWords(reader),
      help,
      services,
      article: { title, lead },
      mission,
      articles: articlesIn(reader.content.pages)
        .slice(0, articlesOnHomePage)
        .map((article) => {
          const link = articleLink(reader, article)
          return { ...link, readMore: { text, about: interpolate(read_more_about, link) } }
        }),
      partners: partnersOf(reader),
      addresses: { certification, check_label, get_certified, questions },
    }
  },
  presentation: (reader) => ({ ...reader.texts.presentation, partnersList: partnersOf(reader) }),
  certification: ({ texts }) => ({ ...texts.certification, record: texts.record }),
  questions: ({ texts }) => texts.questions,
  notice: ({ texts }, page) => texts[page as 'privacy'],
  easy: ({ texts }) => ({ ...texts.easy, state: texts.register.states['in-force'] }),
  'check-label': (reader) => {
    const { number, steps } = reader.texts.easy
    return {
      ...reader.texts.check_label,
      sendLink: reader.addresses.ask_label,
      search: searchWords(reader),
      specimen: { name: localise(reader.content.organisation.name, reader.language), number, alt: steps[1]?.picture },
    }
  },
  'get-certified': (reader) => withMailLink(reader, reader.texts.get_certified),
  contact: ({ texts }, page) => {
    if (page === 'contact') return texts.contact
    const { title, lead, questions } = texts.ask_label
    return { ...texts.contact, title, lead, draft: questions.map((question) => `${question} \n`).join('') }
  },
  article: (reader, page) => {
    const article = reader.texts[page as ArticleKey]
    const { other, contents, previous, next } = reader.texts.article
    const headings = headingsOf(article.body)
    const articlePages = articlesIn(reader.content.pages)
    const position = articlePages.indexOf(page)
    const [before, after] = [articlePages.at(position - 1), articlePages.at((position + 1) % articlePages.length)]
    return {
      ...article,
      contents: { title: contents, headings: headings.length < headingsWorthAList ? [] : headings },
      others: {
        title: other,
        previous: { label: previous, ...articleLink(reader, before ?? page) },
        next: { label: next, ...articleLink(reader, after ?? page) },
      },
    }
  },
  register: (reader) => ({
    ...reader.texts.register,
    changes: { ...reader.texts.register_changes, address: reader.addresses.register_changes },
    language: reader.language,
    search: searchWords(reader),
    // The server adds what is shown.
    today: '',
    exampleDay: longDate(exampleDay, reader.language),
    view: {},
  }),
}

/** The search in the register, which is on other pages too. */
export function searchWords(reader: SectionReader): RegisterSearch {
  const { hint, ...words } = reader.texts.register.search
  return { ...words, hint: interpolate(hint, { example: specimenNumber }), action: reader.addresses.register }
}

/**
 * Replaces a page's draft of an email with a link that opens it in the visitor's own mail program (RFC 6068:
 * percent-encoded, lines ended by CR LF).
 */
function withMailLink<Page extends { mail: { subject: string; lines: string[] } }>(
  reader: SectionReader,
  { mail, ...shown }: Page,
) {
  const body = mail.lines.map((line) => `${line} \r\n`).join('')
  const draft = `subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(body)}`
  const sendLink = `mailto:${reader.content.organisation.email}?${draft}`
  return { ...shown, sendLink }
}

function articleLink(reader: SectionReader, page: PageKey): ArticleLink {
  const { teaser } = reader.filled[page] as { teaser: string }
  return { title: reader.texts[page as ArticleKey].title, teaser, address: reader.addresses[page] }
}

function headingsOf(body: RichText): { id: string; words: string }[] {
  return body.flatMap((node) => {
    if (typeof node === 'string' || node[0] !== 'h2') return []
    const [, attributes, ...words] = node
    return [{ id: String(attributes?.id), words: plainWords(words).trim() }]
  })
}

function partnersOf(reader: SectionReader): PartnersContent {
  const { title, lead, roles, map_alt } = reader.texts.partenaires
  return {
    title,
    lead,
    map: { address: drawingNamed(`partners.${reader.language}`), alt: map_alt },
    partners: reader.content.organisation.partners.map(({ country, role, name }) => ({
      country: countryName(country, reader.language),
      role: roles[role] ?? role,
      name: localise(name, reader.language),
    })),
  }
}
