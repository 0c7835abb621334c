import { z } from 'zod'
import { type Language, languages } from '../shared/languages.ts'
import { ContentError } from './problem.ts'
import { readYaml } from './yaml-file.ts'

const file = 'content/organisation.yml'

/** One value for all languages, or one for each; English stands in for a language that has none. */
const localised = z.union([z.string(), z.record(z.string(), z.string())])
/** Degrees. A value behind !placeholder arrives as text. */
const coordinate = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, 'must be a number of degrees: 39.4699')
      .transform(Number),
  ])
  .pipe(z.number().min(-180).max(180))

const organisationSchema = z.strictObject({
  name: z.string().min(1),
  // A device shows about twelve letters under an icon.
  short_name: z.string().min(1).max(12, 'must have 12 letters at most: it stands under an icon'),
  email: z.email(),
  offices: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z-]+$/, 'must be lower-case letters and hyphens'),
        city: localised,
        country: z.string().length(2),
        street: localised,
        postal_code: z.string(),
        phone: z.string().regex(/^\+[\d ]+$/, 'must be in international form: +34 …'),
        latitude: coordinate.pipe(z.number().min(-90).max(90)),
        longitude: coordinate,
        nearby: z.array(
          z.strictObject({
            name: localised,
            latitude: coordinate.pipe(z.number().min(-90).max(90)),
            longitude: coordinate,
            label: z.enum(['left', 'right']).default('right'),
          }),
        ),
      }),
    )
    .min(1),
  partners: z.array(z.strictObject({ country: z.string().length(2), role: z.string(), name: z.string() })),
  recognised_bodies: z.array(z.strictObject({ country: z.string().length(2), name: localised })).min(1),
  authorities: z.record(z.string().regex(/^[a-z-]+$/, 'must be lower-case letters and hyphens'), z.url()),
  map: z.strictObject({ provider: z.string().min(1), embed: z.url(), page: z.url() }),
  time_zone: z.string().refine((zone) => isTimeZone(zone), 'must be a time zone of the IANA database: Europe/Madrid'),
})

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

export type Organisation = z.infer<typeof organisationSchema>
export type OrganisationOffice = Organisation['offices'][number]

/**
 * Reads the organisation's facts and the keys that are still placeholders.
 * @throws ContentError when a fact is missing or malformed
 */
export function readOrganisation(folder: string): { organisation: Organisation; placeholders: string[] } {
  const { value, placeholders } = readYaml(`${folder}/organisation.yml`, file)
  const parsed = organisationSchema.safeParse(value)
  if (!parsed.success)
    throw new ContentError(
      parsed.error.issues.map((issue) => ({ file, key: issue.path.join('.'), message: issue.message })),
    )
  return { organisation: parsed.data, placeholders }
}

export function localise(value: z.infer<typeof localised>, language: Language): string {
  return typeof value === 'string' ? value : (value[language] ?? value.en ?? '')
}

export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(languages[language].locale, { type: 'region' }).of(code) ?? code
}

/** "A, B and C" as the language writes it. */
export function listOf(items: string[], language: Language): string {
  return new Intl.ListFormat(languages[language].locale, { type: 'conjunction' }).format(items)
}

/** Street, postal code, city and country on one line, leaving out what is not known. */
export function postalAddress(office: OrganisationOffice, language: Language): string {
  const city = [office.postal_code, localise(office.city, language)].filter(Boolean).join(' ')
  return [localise(office.street, language), city, countryName(office.country, language)].filter(Boolean).join(', ')
}

/**
 * The placeholders that texts may use for facts, filled for one language: {{name}}, {{email}}, {{phone_valencia}} …
 */
export function factsFor(organisation: Organisation, language: Language): Record<string, string> {
  const bodies = organisation.recognised_bodies.map(
    (body) => `${localise(body.name, language)} (${countryName(body.country, language)})`,
  )
  return {
    name: organisation.name,
    email: organisation.email,
    recognised_bodies: listOf(bodies, language),
    map_provider: organisation.map.provider,
    ...Object.fromEntries(organisation.offices.map(({ id, phone }) => [`phone_${id}`, phone])),
  }
}

/** Words that become links wherever a text holds them: the e-mail address and the telephone numbers. */
export function contactLinks({ email, offices }: Organisation): Record<string, string> {
  const phones = offices.map(({ phone }) => [phone, `tel:${phone.replaceAll(' ', '')}`])
  return { [email]: `mailto:${email}`, ...Object.fromEntries(phones) }
}
