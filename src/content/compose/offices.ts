import { interpolate } from '../../shared/interpolate.ts'
import type { Office } from '../../shared/page-data.ts'
import {
  localise,
  type mapPlaceholders,
  type Organisation,
  type OrganisationOffice,
  organisationFile,
  postalAddress,
} from '../read/organisation.ts'
import type { SectionReader } from './section-reader.ts'

/** The offices as footer and contact page show them, the head office first. */
export function officesOf(reader: SectionReader): Office[] {
  const { content, language } = reader
  return content.organisation.offices.map((office, index) => ({
    id: office.id,
    city: reader.tagged(localise(office.city, language), organisationFile, `offices.${index}.city`),
    address: reader.tagged(postalAddress(office, language), organisationFile, `offices.${index}.street`),
    phone: reader.tagged(office.phone, organisationFile, `offices.${index}.phone`),
    map: {
      locator: reader.findDrawing(`${office.id}.${language}`).address,
      ...mapAddresses(content.organisation, office),
    },
  }))
}

/** Degrees from the office to the edges of the map: about one kilometre, at Spanish and French latitudes. */
const margin = { latitude: 0.008, longitude: 0.014 }

function mapAddresses({ map }: Organisation, { latitude, longitude }: OrganisationOffice) {
  const degrees = {
    latitude,
    longitude,
    west: longitude - margin.longitude,
    east: longitude + margin.longitude,
    south: latitude - margin.latitude,
    north: latitude + margin.latitude,
  } satisfies Record<(typeof mapPlaceholders)[number], number>
  const values = Object.fromEntries(Object.entries(degrees).map(([name, value]) => [name, value.toFixed(4)]))
  return { embed: interpolate(map.embed, values), page: interpolate(map.page, values) }
}
