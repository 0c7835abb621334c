import type { Content } from '../content/read/content.ts'
import { localise } from '../content/read/organisation.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import type { PageData } from '../shared/page-data.ts'

/**
 * The organisation described for machines (schema.org, JSON-LD 1.1), on the home and contact pages. Facts that the content does
 * not have, such as a street, are left out.
 */
export function structuredData({ kind, language }: PageData, { organisation }: Content, origin: string) {
  if (kind !== 'home' && kind !== 'contact') return undefined
  const { name, email, offices } = organisation
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name,
    url: `${origin}/`,
    logo: origin + ownAddresses.logo,
    email,
    location: offices.map((office) => ({
      '@type': 'Place',
      name: localise(office.city, language),
      telephone: office.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: localise(office.street, language) || undefined,
        postalCode: office.postal_code || undefined,
        addressLocality: localise(office.city, language),
        addressCountry: office.country,
      },
    })),
  }
}
