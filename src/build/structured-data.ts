import type { LanguageSite } from '../content/compose/compose-language.ts'
import type { Content } from '../content/read/content.ts'
import { localise, type OrganisationOffice } from '../content/read/organisation.ts'
import { allLanguages, homeAddress, initialLanguage, type Language } from '../shared/languages.ts'
import { headingOf, type PageData, type Picture } from '../shared/page-data.ts'
import type { PageKind } from '../shared/pages.ts'

type Parts = { content: Content; origin: string; card?: Picture | undefined }

/**
 * Structured data of the organisation, the site and its articles (schema.org, JSON-LD 1.1). The organisation is complete on
 * the home and contact pages; articles refer to it by the same `@id`. Facts that the content does not have, such as a
 * street, are left out. Other pages need none beside their head.
 */
export function structuredData({ shell }: LanguageSite, page: PageData, parts: Parts): object | undefined {
  const { content, origin, card } = parts
  const absolute = (address: string) => new URL(address, origin).href
  const id = { '@id': absolute('/#organization') }
  const organisation = { '@type': 'Organization', ...id, name: shell.name, url: absolute('/') }
  const { email, offices } = content.organisation
  const whole = {
    ...organisation,
    logo: absolute('/icon-512.png'),
    email,
    location: offices.map((office) => placeOf(office, page.language)),
  }
  const site = {
    '@type': 'WebSite',
    '@id': absolute('/#website'),
    name: shell.name,
    url: absolute(homeAddress(initialLanguage)),
    inLanguage: allLanguages,
    publisher: id,
  }
  const article = {
    '@type': 'Article',
    headline: headingOf(page),
    url: absolute(page.address),
    description: page.head.description,
    inLanguage: page.language,
    // The sharing card, because search engines do not show SVG drawings.
    image: card && absolute(card.address),
    author: organisation,
    publisher: id,
  }
  const graphs: Partial<Record<PageKind, object[]>> = { home: [whole, site], contact: [whole], article: [article] }
  const graph = graphs[page.kind]
  return graph && { '@context': 'https://schema.org', '@graph': graph }
}

function placeOf(office: OrganisationOffice, language: Language): object {
  const city = localise(office.city, language)
  return {
    '@type': 'Place',
    name: city,
    telephone: office.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: localise(office.street, language) || undefined,
      postalCode: office.postal_code || undefined,
      addressLocality: city,
      addressCountry: office.country,
    },
  }
}
