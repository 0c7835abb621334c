import { z } from 'zod'
import { countryCodes } from '../../shared/country-codes.ts'
import { countryName } from '../../shared/country-name.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { allLanguages, fallbackLanguage, type Language, languages } from '../../shared/languages.ts'
import { longDate } from '../../shared/long-date.ts'
import { problem, readChecked } from './schema-problems.ts'
import { typesetText } from './typography.ts'

export const organisationFile = 'content/organisation.yml'

const filled = z.string().regex(/\S/)

/** One value for all languages, or one for each; English is used for a language that has none. */
const localised = z.union(
  [
    z.string(),
    z
      .partialRecord(z.enum(allLanguages), z.string())
      .refine((value) => fallbackLanguage in value, problem('localised')),
  ],
  problem('localised'),
)
type Localised = z.infer<typeof localised>

const degrees = (limit: number) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, problem('degrees'))
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, problem('degrees'))
const position = { latitude: degrees(90), longitude: degrees(180) }

/** On which side of its point a name is written on the drawn maps. */
const label = z.enum(['right', 'left', 'above', 'below']).meta({ input: 'editor.yml#sides' })
export type LabelSide = z.infer<typeof label>

// The editor offers what a value can be chosen from, by its `input`.
const country = z.enum(countryCodes, problem('country')).meta({ input: 'country' })
const role = filled.meta({ input: 'partenaires.yml#roles' })
const identifier = z.string().regex(/^[a-z-]+$/, problem('identifier'))
const address = z.url({ protocol: /^https$/, error: problem('address') })

const mapAddress = address.refine((url) => !/[{}]/.test(mapAddressOf(url, 0, 0)), problem('map_address'))

export const organisationSchema = z.strictObject({
  name: filled,
  // A device shows about twelve letters under an icon.
  short_name: filled.max(12, problem('short_name')),
  email: z.email(problem('email')),
  offices: z
    .array(
      z.strictObject({
        id: identifier,
        city: localised,
        country,
        street: localised,
        postal_code: z.string(),
        phone: z.string().regex(/^\+\d[\d ]+$/, problem('phone')),
        ...position,
        label,
        nearby: z.array(z.strictObject({ name: localised, ...position, label })),
      }),
    )
    .min(1)
    .refine((offices) => new Set(offices.map(({ id }) => id)).size === offices.length, problem('name_taken')),
  partners: z.array(z.strictObject({ country, role, name: z.string() })),
  country_labels: z.array(z.strictObject({ country, ...position, label })),
  recognised_bodies: z.array(z.strictObject({ country, name: localised })).min(1),
  species: localised,
  products: localised,
  phone_hours: localised,
  answer_time: localised,
  mail_retention: localised,
  file_retention: localised,
  // Shown once given: until then, the paragraphs that use them are left out.
  complaint_time: localised.default(''),
  sanction_period: localised.default(''),
  since: localised.default(''),
  plants: localised.default(''),
  run_by: localised.default(''),
  certificate_term: localised.default(''),
  decision_hours: localised.default(''),
  appeal_period: localised.default(''),
  standard: localised.default(''),
  rite_terms: localised.default(''),
  cutting_presence: localised.default(''),
  fee_terms: localised.default(''),
  confidentiality: localised.default(''),
  worked_example: localised.default(''),
  certification_time: localised.default(''),
  year_in_numbers: localised.default(''),
  // Where the certificate is accepted and where it is not, and the day of the look-up.
  export: z.array(z.strictObject({ country, answer: localised })).default([]),
  export_day: z
    .union([z.literal(''), z.iso.date(problem('date'))], problem('date'))
    .meta({ input: 'date' })
    .default(''),
  authorities: z.record(identifier, address),
  map: z.strictObject({ provider: filled, embed: mapAddress, page: mapAddress }),
  legal: z.strictObject({
    name: localised,
    form: localised,
    register: localised,
    tax_number: filled,
    vat_number: filled,
    siret: filled,
    codes_of_conduct: localised,
    director: localised,
    host: z.strictObject({ name: localised, address: localised, phone: filled }),
  }),
  reviews: z.array(
    z.strictObject({
      pages: z.array(z.string().meta({ input: 'page' })),
      date: z.iso.date(problem('date')).meta({ input: 'date' }),
      by: localised,
    }),
  ),
  time_zone: z.enum(Intl.supportedValuesOf('timeZone'), problem('time_zone')),
})

export type Organisation = z.infer<typeof organisationSchema>
export type OrganisationOffice = Organisation['offices'][number]

/**
 * Reads the organisation's facts and the keys that are still placeholders.
 * @throws ContentError when a fact is missing or malformed
 */
export const readOrganisation = (folder: string) => readChecked(folder, 'organisation.yml', organisationSchema)

/** A fact in a language, with the signs and spaces that the language writes. */
export function localise(value: Localised, language: Language): string {
  return typesetText(typeof value === 'string' ? value : (value[language] ?? value[fallbackLanguage] ?? ''), language)
}

/**
 * Street, postal code, city and country on one line, except those that are not known. The city's name is that of its own country,
 * where letters are sorted: French texts have Valence, but addresses Valencia, Espagne.
 */
export function postalAddress(office: OrganisationOffice, language: Language): string {
  const local = allLanguages.find((each) => new Intl.Locale(languages[each].locale).region === office.country)
  const city = [office.postal_code, localise(office.city, local ?? language)].filter(Boolean).join(' ')
  return [localise(office.street, language), city, countryName(office.country, language)].filter(Boolean).join(', ')
}

/** An address of the maps service, filled in for a map of about two kilometres, at Spanish and French latitudes. */
export function mapAddressOf(url: string, latitude: number, longitude: number): string {
  const edges = { south: latitude - 0.008, north: latitude + 0.008, west: longitude - 0.014, east: longitude + 0.014 }
  const degrees = Object.entries({ latitude, longitude, ...edges })
  return interpolate(url, Object.fromEntries(degrees.map(([name, value]) => [name, value.toFixed(4)])))
}

/** The variables that texts may use for facts, filled for one language: {{name}}, {{email}}, {{phone_valencia}} … */
export function factVariables(organisation: Organisation, language: Language): Record<string, string> {
  const { offices, partners, country_labels, recognised_bodies, authorities, map, legal, reviews, ...others } =
    organisation
  const { export: exports, export_day, ...facts } = others
  // The facts of the legal notice have their own names, except for those that others have too.
  const { name: legal_name, form: legal_form, host, ...legalFacts } = legal
  const bodies = recognised_bodies.map(
    (body) => `${localise(body.name, language)} (${countryName(body.country, language)})`,
  )
  const values: Record<string, Localised> = {
    ...facts,
    ...legalFacts,
    legal_name,
    legal_form,
    host_name: host.name,
    host_address: host.address,
    host_phone: host.phone,
    map_provider: map.provider,
    export: exports
      .map(({ country, answer }) => `- **${countryName(country, language)}:** ${localise(answer, language)}`)
      .join('\n'),
    export_day: export_day && longDate(export_day, language),
    recognised_bodies: new Intl.ListFormat(languages[language].locale).format(bodies),
  }
  for (const office of offices) {
    values[`phone_${office.id}`] = office.phone
    values[`address_${office.id}`] = postalAddress(office, language)
  }
  for (const { pages, date } of reviews) for (const page of pages) values[`reviewed_${page}`] = longDate(date, language)
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, localise(value, language)]))
}
