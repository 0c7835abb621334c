import { drawingNamed, type Reader } from '../../../content/compose/reader.ts'
import { localise } from '../../../content/read/organisation.ts'
import { group, open, text } from '../../../content/schema.ts'
import { countryName } from '../../../shared/country-name.ts'
import type { Picture } from '../../../shared/page-data.ts'

const partenaires = group({ title: text(), lead: text(), roles: open(text()), map_alt: text() })

export const texts = { partenaires }

export type Partners = ReturnType<typeof composePartners>

export function composePartners(reader: Reader) {
  const { title, lead, roles, map_alt } = reader.plain('partenaires', partenaires)
  const map: Picture = { address: drawingNamed(`partners.${reader.language}`), alt: map_alt }
  // A partner's name is empty until it may be published.
  const partners = reader.content.organisation.partners.map(({ country, role, name }) => ({
    country: countryName(country, reader.language),
    role: roles[role] ?? role,
    name: localise(name, reader.language),
  }))
  return { title, lead, map, partners }
}
