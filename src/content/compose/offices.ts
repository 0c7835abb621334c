import type { Office } from '../../shared/page-data.ts'
import { localise, mapAddressOf, organisationFile, postalAddress } from '../read/organisation.ts'
import type { SectionReader } from './section-reader.ts'

/** The offices as footer and contact page show them, the head office first. */
export function officesOf(reader: SectionReader): Office[] {
  const { content, language } = reader
  const { offices, map } = content.organisation
  return offices.map((office, index) => ({
    id: office.id,
    city: reader.tagged(localise(office.city, language), organisationFile, `offices.${index}.city`),
    address: reader.tagged(postalAddress(office, language), organisationFile, `offices.${index}.street`),
    phone: reader.tagged(office.phone, organisationFile, `offices.${index}.phone`),
    map: {
      locator: reader.findDrawing(`${office.id}.${language}`).address,
      embed: mapAddressOf(map.embed, office.latitude, office.longitude),
      page: mapAddressOf(map.page, office.latitude, office.longitude),
    },
  }))
}
