import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import { localise, type OrganisationOffice } from '../content/read/organisation.ts'
import type { SharingCard } from '../shared/document.ts'
import { allLanguages, homeAddress, initialLanguage, type Language } from '../shared/languages.ts'
import type { PageData } from '../shared/page-data.ts'

export type StructuredDataParts = {
  content: Content
  origin: string
  card?: SharingCard | undefined
}

type Thing = Record<string, unknown>

/**
 * The organisation, the site and its articles, described for machines (schema.org, JSON-LD 1.1). The organisation is complete
 * on the home and contact pages; articles name it by the same `@id`. Facts that the content does not have, such as a street or
 * a date, are left out. Other pages have nothing to add to their head: title, description, address and language.
 */
export function structuredData({ shell }: LanguageSite, page: PageData, parts: StructuredDataParts): Thing | undefined {
  const absolute = (address: string) => new URL(address, parts.origin).href
  const organisation = {
    '@type': 'Organization',
    '@id': absolute('/#organization'),
    name: shell.name,
    url: absolute('/'),
  }
  const graph = graphOf(page, organisation, parts, absolute)
  return graph.length > 0 ? { '@context': 'https://schema.org', '@graph': graph } : undefined
}

function graphOf(
  { kind, language, address, head, content }: PageData,
  organisation: Thing,
  { content: { organisation: facts }, card }: StructuredDataParts,
  absolute: (address: string) => string,
): Thing[] {
  const whole = () => ({
    ...organisation,
    logo: absolute('/icon-512.png'),
    email: facts.email,
    location: facts.offices.map((office) => placeOf(office, language)),
  })
  const publisher = { '@id': organisation['@id'] }
  switch (kind) {
    case 'home':
      return [
        whole(),
        {
          '@type': 'WebSite',
          '@id': absolute('/#website'),
          name: organisation.name,
          url: absolute(homeAddress(initialLanguage)),
          inLanguage: allLanguages,
          publisher,
        },
      ]
    case 'contact':
      return [whole()]
    case 'article':
      return [
        {
          '@type': 'Article',
          headline: content.title,
          url: absolute(address),
          description: head.description,
          inLanguage: language,
          // Search engines show no drawings: the sharing card is a PNG file.
          ...(card && { image: absolute(card.address) }),
          author: organisation,
          publisher,
        },
      ]
    default:
      return []
  }
}

function placeOf(office: OrganisationOffice, language: Language): Thing {
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
