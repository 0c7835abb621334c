import type { Office } from '../../shared/page-data.ts'
import { localise, mapAddressOf, postalAddress } from '../read/organisation.ts'
import type { SectionReader } from './section-reader.ts'

/** The offices as footer and contact page show them, the head office first. */
export function officesOf(reader: SectionReader): Office[] {
  const { content, language } = reader
  const { offices, map } = content.organisation
  return offices.map((office) => ({
    id: office.id,
    city: localise(office.city, language),
    address: postalAddress(office, language),
    phone: office.phone,
    map: {
      locator: reader.findDrawing(`${office.id}.${language}`).address,
      embed: mapAddressOf(map.embed, office.latitude, office.longitude),
      page: mapAddressOf(map.page, office.latitude, office.longitude),
    },
  }))
}
