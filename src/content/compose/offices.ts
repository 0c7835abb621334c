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
  const {
    content: { organisation },
    assets,
    language,
  } = reader
  return organisation.offices.map((office, index) => ({
    id: office.id,
    city: reader.tagged(localise(office.city, language), organisationFile, `offices.${index}.city`),
    address: reader.tagged(postalAddress(office, language), organisationFile, `offices.${index}.street`),
    phone: reader.tagged(office.phone, organisationFile, `offices.${index}.phone`),
    map: { locator: assets.locatorOf(office.id, language), ...mapAddresses(organisation, office) },
  }))
}

/** Degrees from the office to the edges of the map: about one kilometre, at Spanish and French latitudes. */
const margin = { latitude: 0.008, longitude: 0.014 }

function mapAddresses(
  { map }: Organisation,
  { latitude, longitude }: OrganisationOffice,
): { embed: string; page: string } {
  const degrees = (value: number) => value.toFixed(4)
  const values: Record<(typeof mapPlaceholders)[number], string> = {
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    west: degrees(longitude - margin.longitude),
    east: degrees(longitude + margin.longitude),
    south: degrees(latitude - margin.latitude),
    north: degrees(latitude + margin.latitude),
  }
  return { embed: interpolate(map.embed, values), page: interpolate(map.page, values) }
}
