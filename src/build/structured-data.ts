import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import { localise, type OrganisationOffice } from '../content/read/organisation.ts'
import type { SharingCard } from '../shared/document.ts'
import { allLanguages, homeAddress, initialLanguage, type Language } from '../shared/languages.ts'
import type { PageData } from '../shared/page-data.ts'
import type { RichNode } from '../shared/rich-text.ts'

export type StructuredDataParts = {
  content: Content
  origin: string
  /** The picture that stands for the page elsewhere: search engines show no drawings. */
  card?: SharingCard | undefined
}

type Thing = Record<string, unknown>

/**
 * What a page says of itself to machines (schema.org, JSON-LD 1.1). The organisation stands in full where it is the
 * subject, on the home and contact pages; other pages name it by the same `@id`. Facts that the content does not have,
 * such as a street or a date, are left out.
 *
 * Neither FAQPage nor HowTo: Google Search shows nothing for them any more (HowTo since September 2023, FAQ for nobody
 * since 7 May 2026, developers.google.com/search/docs/appearance/structured-data/faqpage), and the same words once more
 * would cost each visitor of these pages their bytes. The questions are headings with an address each, which is what is read.
 * @returns nothing for the not-found page, which is no page of its own
 */
export function structuredData({ shell }: LanguageSite, page: PageData, parts: StructuredDataParts): Thing | undefined {
  if (page.kind === 'not-found') return undefined
  const { language, head } = page
  const absolute = (address: string) => new URL(address, parts.origin).href
  const url = absolute(page.address)
  const organisationId = absolute('/#organization')
  const organisationName = { '@type': 'Organization', '@id': organisationId, name: shell.name, url: absolute('/') }
  const websiteId = absolute('/#website')
  const graph: Thing[] = []

  if (page.kind === 'home' || page.kind === 'contact')
    graph.push(organisation(organisationName, language, parts, absolute))
  if (page.kind === 'home')
    graph.push({
      '@type': 'WebSite',
      '@id': websiteId,
      name: shell.name,
      url: absolute(homeAddress(initialLanguage)),
      inLanguage: allLanguages,
      publisher: { '@id': organisationId },
    })
  else {
    const about = { url, description: head.description, inLanguage: language, isPartOf: { '@id': websiteId } }
    const { title } = page.content
    graph.push(
      page.kind === 'article'
        ? {
            '@type': 'Article',
            headline: title,
            ...about,
            ...list(
              'image',
              [...(parts.card ? [parts.card.address] : []), ...picturesIn(page.content.body)].map(absolute),
            ),
            author: organisationName,
            publisher: { '@id': organisationId },
          }
        : { '@type': 'WebPage', name: title, ...about, publisher: { '@id': organisationId } },
      breadcrumbs([
        [shell.texts.navbar.home, absolute(homeAddress(language))],
        [shell.navigation.find((link) => link.page === page.page)?.label ?? title, url],
      ]),
    )
  }
  return { '@context': 'https://schema.org', '@graph': graph }
}

function organisation(
  name: Thing,
  language: Language,
  { content }: StructuredDataParts,
  absolute: (address: string) => string,
): Thing {
  const { email, offices } = content.organisation
  return {
    ...name,
    logo: absolute('/icon-512.png'),
    email,
    location: offices.map((office) => place(office, language)),
  }
}

function place(office: OrganisationOffice, language: Language): Thing {
  const city = localise(office.city, language)
  const street = localise(office.street, language)
  return {
    '@type': 'Place',
    name: city,
    telephone: office.phone,
    address: {
      '@type': 'PostalAddress',
      ...(street && { streetAddress: street }),
      ...(office.postal_code && { postalCode: office.postal_code }),
      addressLocality: city,
      addressCountry: office.country,
    },
  }
}

const breadcrumbs = (steps: [name: string, url: string][]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
})

const list = (name: string, values: string[]): Thing => (values.length > 0 ? { [name]: values } : {})

/** The addresses of the pictures in a running text, in their order. */
function picturesIn(nodes: RichNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    const [tag, attributes, ...children] = node
    return tag === 'img' ? [String(attributes?.src)] : picturesIn(children)
  })
}
