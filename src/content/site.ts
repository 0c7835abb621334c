import { readFileSync } from 'node:fs'
import { interpolate } from '../shared/interpolate.ts'
import { allLanguages, type Language, notFoundAddress } from '../shared/languages.ts'
import type {
  ArticleLink,
  Office,
  PageContents,
  PageData,
  PartnersContent,
  ReadMore,
  ShellData,
  Sourced,
} from '../shared/page-data.ts'
import { allPages, navigationPages, type PageKey, pages } from '../shared/pages.ts'
import type { RichElement } from '../shared/rich-text.ts'
import type { Texts } from '../shared/texts.generated.ts'
import { headOf } from './addresses.ts'
import { type Content, flagFile } from './content.ts'
import { countryName, factsFor, localise, postalAddress } from './organisation.ts'
import type { Problem } from './problem.ts'
import { readSection } from './read-section.ts'
import { Citations, plainWords, type RichTextContext, readPlainText } from './rich-text.ts'
import { readSvg } from './svg.ts'
import { isBranch, type TextTree, textFile } from './texts.ts'

/** Where the drawings made by the build are served. */
export type Drawings = {
  locatorOf(office: string, language: Language): string
  pictureOf(article: PageKey, picture: string, language: Language): { address: string; width: number; height: number }
}

/** How many articles the home page lists: the list does not grow with the site. */
const articlesOnHomePage = 6
/** How many other articles an article leads to, so that each can be reached from the one before it. */
const articlesAtTheEnd = 2
const wordsReadPerMinute = 200

const articlePages = allPages.filter((page) => pages[page] === 'article')

export type Site = { shell: ShellData; pages: PageData[]; notFound: PageData }

/** Composes the data of every page in one language. What is wrong inside the running texts is added to `problems`. */
export function composeSite(content: Content, language: Language, drawings: Drawings, problems: Problem[] = []): Site {
  const texts = content.texts[language]
  const facts = factsFor(content.organisation, language)
  const addressOf = (page: PageKey) => content.addresses[page][language]
  const words = read<Texts['language']>('language')

  function contextFor(section: string, citations?: Citations): RichTextContext {
    const file = textFile(language, section)
    return {
      addressOf: (page) => (page in pages ? addressOf(page as PageKey) : undefined),
      pictureOf: (picture) => figureOf(section as PageKey, picture),
      citations,
      nameOfCitation: (number) => interpolate(read<Texts['article']>('article').reference, { number }),
      blessing: words?.blessing ?? '',
      contacts: contactLinks(content),
      report: (message) => problems.push({ file, key: 'body', message: `This text ${message}.` }),
    }
  }

  function read<Section>(section: string, citations?: Citations): Section {
    const context = section === 'language' ? undefined : contextFor(section, citations)
    return readSection(texts[section] ?? {}, facts, context as RichTextContext) as Section
  }

  /** A page's texts together with the sources it cites, in the order of their first citation. */
  function readSourced<Section>(section: string): Section & Sourced {
    const tree = texts[section] as { [key: string]: TextTree }
    const sources = isBranch(tree.sources) ? tree.sources : {}
    const citations = new Citations(Object.keys(sources))
    const content = read<Section>(section, citations)
    for (const id of Object.keys(sources).filter((id) => !citations.cited.includes(id)))
      problems.push({
        file: textFile(language, section),
        key: `sources.${id}`,
        message: `Nothing cites this source. Write [^${id}] where it belongs, or remove it.`,
      })
    const furniture = read<Texts['article']>('article')
    return {
      ...content,
      references: {
        title: furniture.sources_title,
        note: String(tree.sources_note ?? ''),
        back: furniture.back,
        sources: citations.cited.map((id, index) => ({
          id,
          number: index + 1,
          text: readPlainText(String(sources[id]), contextFor(section)),
        })),
      },
    }
  }

  function figureOf(article: PageKey, name: string): RichElement | undefined {
    const pictures = (texts[article] as { pictures?: Record<string, Record<'alt' | 'caption', string>> }).pictures
    const picture = pictures?.[name]
    if (!picture) return undefined
    const { address, width, height } = drawings.pictureOf(article, name, language)
    const image: RichElement = [
      'img',
      { src: address, alt: picture.alt, width, height, loading: 'lazy', decoding: 'async' },
    ]
    return ['figure', null, image, ['figcaption', null, ...readPlainText(picture.caption, contextFor(article))]]
  }

  function readMoreOf(title: string): ReadMore {
    const { read_more, read_more_about } = read<Texts['article']>('article')
    return { text: read_more, about: interpolate(read_more_about, { title }) }
  }

  function articleLink(page: PageKey): ArticleLink {
    const { title, teaser } = texts[page] as Record<'title' | 'teaser', string>
    return { title, teaser: interpolate(teaser, facts), address: addressOf(page), readMore: readMoreOf(title) }
  }

  function othersAfter(page: PageKey): ArticleLink[] {
    const start = articlePages.indexOf(page) + 1
    return [...articlePages.slice(start), ...articlePages.slice(0, start - 1)]
      .slice(0, articlesAtTheEnd)
      .map(articleLink)
  }

  function partners(): PartnersContent {
    const { title, lead, roles, unnamed } = read<Texts['partenaires']>('partenaires')
    return {
      title,
      lead,
      partners: content.organisation.partners.map(({ country, role, name }) => ({
        country: countryName(country, language),
        role: (roles as Record<string, string>)[role] ?? role,
        name: name || unnamed,
      })),
    }
  }

  function offices(): Office[] {
    return content.organisation.offices.map((office) => ({
      id: office.id,
      city: localise(office.city, language),
      address: postalAddress(office, language),
      phone: office.phone,
      map: { locator: drawings.locatorOf(office.id, language), ...mapAddresses(content, office) },
    }))
  }

  const composers: { [Page in PageKey | 'article']?: (page: PageKey) => PageContents[keyof PageContents] } = {
    home: (): PageContents['home'] => ({
      hero: read('hero'),
      services: read('services'),
      article: read('article'),
      mission: read('mission'),
      articles: articlePages.slice(0, articlesOnHomePage).map(articleLink),
      partners: partners(),
      addresses: {
        presentation: addressOf('presentation'),
        certification: addressOf('certification'),
        contact: addressOf('contact'),
      },
    }),
    presentation: () => ({ ...readSourced<Texts['presentation']>('presentation'), partnersList: partners() }),
    certification: () => readSourced<Texts['certification']>('certification'),
    contact: (): PageContents['contact'] => ({
      ...read<Texts['contact']>('contact'),
      language,
      email: content.organisation.email,
      offices: offices(),
    }),
    article: (page): PageContents['article'] => {
      const article = readSourced<{ title: string; lead: string; body: PageContents['article']['body'] }>(page)
      const furniture = read<Texts['article']>('article')
      const minutes = Math.max(1, Math.round(plainWords(article.body).split(/\s+/).length / wordsReadPerMinute))
      return {
        ...article,
        others: othersAfter(page),
        othersTitle: furniture.other,
        readMore: readMoreOf(article.title),
        readingTime: interpolate(furniture.reading_time, { minutes }),
      }
    },
  }

  function pageData(page: PageKey): PageData {
    const kind = pages[page]
    const compose = composers[kind] as (page: PageKey) => PageContents[typeof kind]
    const { title, description } = headOf(texts, page)
    return {
      kind,
      page,
      language,
      address: addressOf(page),
      addresses: content.addresses[page],
      head: { title: interpolate(title, facts), description: interpolate(description, facts) },
      content: compose(page),
    } as PageData
  }

  function notFoundPage(): PageData {
    const errors = texts.errors as { not_found: { head: Record<'title' | 'description', string> } }
    const { title, description } = errors.not_found.head
    return {
      kind: 'not-found',
      page: 'not-found',
      language,
      address: notFoundAddress(language),
      addresses: content.addresses.home,
      head: { title: interpolate(title, facts), description: interpolate(description, facts) },
      content: read<Texts['errors']>('errors').not_found,
    }
  }

  function languageChoice(each: Language): ShellData['languages'][number] {
    const { name } = content.texts[each].language as { name: string }
    return { language: each, name, flag: readSvg(readFileSync(flagFile(content.folder, each), 'utf8')) }
  }

  function shellData(): ShellData {
    const navbar = read<Texts['navbar']>('navbar')
    return {
      language,
      name: content.organisation.name,
      email: content.organisation.email,
      texts: { navbar, language: words, footer: read('footer'), cookies: read('cookies'), errors: read('errors') },
      navigation: navigationPages.map((page) => ({ page, label: navbar[page], address: addressOf(page) })),
      languages: allLanguages.map(languageChoice),
      offices: offices(),
      mapProvider: content.organisation.map.provider,
    }
  }

  return { shell: shellData(), pages: allPages.map(pageData), notFound: notFoundPage() }
}

/** Words that become links wherever a text holds them. */
function contactLinks({ organisation }: Content): Record<string, string> {
  const phones = organisation.offices.map(({ phone }) => [phone, `tel:${phone.replaceAll(' ', '')}`])
  return { [organisation.email]: `mailto:${organisation.email}`, ...Object.fromEntries(phones) }
}

/** About one kilometre around the office, at Spanish and French latitudes. */
const mapMargin = { latitude: 0.008, longitude: 0.014 }

function mapAddresses({ organisation }: Content, { latitude, longitude }: { latitude: number; longitude: number }) {
  const degrees = (value: number) => value.toFixed(4)
  const values = {
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    west: degrees(longitude - mapMargin.longitude),
    east: degrees(longitude + mapMargin.longitude),
    south: degrees(latitude - mapMargin.latitude),
    north: degrees(latitude + mapMargin.latitude),
  }
  return { embed: interpolate(organisation.map.embed, values), page: interpolate(organisation.map.page, values) }
}
