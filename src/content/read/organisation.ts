import { z } from 'zod'
import { placeholdersOf, withoutPlaceholders } from '../../shared/interpolate.ts'
import { allLanguages, fallbackLanguage, type Language, languages } from '../../shared/languages.ts'
import { readChecked } from './schema-problems.ts'

export const organisationFile = 'content/organisation.yml'

/** What to write where a value is missing or is not as it must be. */
const write = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    `${input === undefined || input === '' ? 'This is missing' : 'The site cannot use this'}. Write ${what}.`,
})

const text = (what: string) => z.string(write(what)).describe(what)
const filled = (what: string) => text(what).regex(/\S/, write(what))

/** One value for all languages, or one for each; English stands in for a language that has none. */
type Localised = string | Record<string, string>

const localised = (what: string): z.ZodType<Localised> =>
  z
    .union([z.string(), z.record(z.string(), z.string())], write(`${what}, or one for each language: ${eachLanguage}`))
    .describe(what)
    .refine(
      (value) => typeof value === 'string' || (fallbackLanguage in value && Object.keys(value).every(isLanguage)),
      write(`${what} for each language, English included: ${eachLanguage}`),
    )
const eachLanguage = `{ ${allLanguages.map((language) => `${language}: …`).join(', ')} }`
const isLanguage = (word: string) => word in languages

const degrees = (limit: number, example: string) => {
  const wish = write(`a number of degrees between -${limit} and ${limit}, with a point: ${example}`)
  return text(`a number of degrees: ${example}`)
    .regex(/^-?\d+(\.\d+)?$/, wish)
    .transform(Number)
    .pipe(z.number().min(-limit, wish).max(limit, wish))
}
const latitude = degrees(90, '39.4699')
const longitude = degrees(180, '-0.3763')

const country = text('the country’s two letters: ES, FR, PL').refine(
  isCountry,
  write('the country’s two capital letters: ES, FR, PL'),
)
const identifier = (what: string) => text(what).regex(/^[a-z-]+$/, write(`${what}, in small letters and hyphens`))
const address = (what: string) => z.url({ protocol: /^https$/, ...write(`${what}, beginning with https://`) })

/** What stands in braces in the addresses of the maps service: the site fills it in for each office. */
export const mapPlaceholders = ['latitude', 'longitude', 'west', 'south', 'east', 'north'] as const
const mapAddress = (what: string) =>
  address(what).refine(
    (url) =>
      placeholdersOf(url).every((name) => (mapPlaceholders as readonly string[]).includes(name)) &&
      !/[{}]/.test(withoutPlaceholders(url)),
    write(`${what}, with no words in braces but ${mapPlaceholders.map((name) => `{{${name}}}`).join(', ')}`),
  )

const organisationSchema = z.strictObject({
  name: filled('the organisation’s name'),
  // A device shows about twelve letters under an icon.
  short_name: filled('a short name').max(12, write('12 letters at most: they stand under an icon')),
  email: z.email(write('an e-mail address: contact@example.org')).describe('the address that visitors write to'),
  offices: z
    .array(
      z.strictObject({
        id: identifier('a name for this office that the texts can use: valencia'),
        city: localised('the city'),
        country,
        street: localised('the street and number, or "" for none'),
        postal_code: text('the postal code, or "" for none'),
        phone: text('the telephone number').regex(
          /^\+\d[\d ]+$/,
          write(
            'the telephone number in digits and spaces, with + and the country’s number before it: +34 000 000 000',
          ),
        ),
        latitude,
        longitude,
        nearby: z.array(
          z.strictObject({
            name: localised('the city'),
            latitude,
            longitude,
          }),
          write('the cities drawn around the office, or [] for none'),
        ),
      }),
      write('at least one office'),
    )
    .min(1, write('at least one office')),
  partners: z.array(
    z.strictObject({
      country,
      role: filled('what the partner does, in one of the words of content/texts/es/partenaires.yml under “roles”'),
      name: text('the partner’s name, or "" while it is not published'),
    }),
    write('the partners, one on each line'),
  ),
  recognised_bodies: z
    .array(
      z.strictObject({ country, name: localised('the body’s name') }),
      write('the recognised bodies, one under the other'),
    )
    .min(1, write('at least one recognised body: the texts name them')),
  authorities: z.record(
    z.string().regex(/^[a-z-]+$/, 'An authority’s short name is written in small letters and hyphens: aepd.'),
    address('the authority’s address on the web'),
    write('the authorities that texts link to'),
  ),
  map: z.strictObject(
    {
      provider: filled('the name of the maps service'),
      embed: mapAddress('the address of the map to show'),
      page: mapAddress('the address of the map’s own page'),
    },
    write('the maps service'),
  ),
  legal: z.strictObject(
    {
      name: localised('the name that stands in the register, with its legal form: Example Meats, S.L.'),
      register: localised('the register, the number in it and, of a company, the capital, as the extract has them'),
      tax_number: filled('the Spanish tax number (NIF): a letter and eight figures'),
      siret: filled('the French number of the office in Floirac (SIRET): 14 figures'),
      codes_of_conduct: localised('the codes of conduct that the body has joined, or “none” if there are none'),
      director: localised('first name and family name of whoever answers for what the site says'),
      host: z.strictObject(
        {
          name: localised('the name of the company on whose machines the site runs'),
          address: localised('the host’s street, postal code, city and country'),
          phone: filled('the host’s telephone number'),
        },
        write('the host’s name, address and phone'),
      ),
    },
    write('what the legal notice must say'),
  ),
  reviews: z.array(
    z.strictObject({
      pages: z.array(z.string(), write('the pages that were read, by the names of their files: [privacy]')),
      date: z.iso.date(write('the day of the review as year, month and day: 2026-03-12')),
      by: localised('first name, family name and quality of whoever read the page and answers for it'),
    }),
    write('who read which pages last, and when'),
  ),
  time_zone: text('the offices’ time zone').refine(isTimeZone, write('a time zone as Europe/Madrid or Europe/Paris')),
})

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && countryNames.of(code) !== undefined
}

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
  const { data, placeholders } = readChecked(folder, 'organisation.yml', organisationSchema)
  return { organisation: data, placeholders }
}

/** What to write at a key of content/organisation.yml, such as `legal.tax_number`: nothing where there is no such key. */
export function whatToWrite(key: string): string | undefined {
  let schema: unknown = organisationSchema
  for (const step of key.split('.'))
    if (schema instanceof z.ZodObject) schema = schema.shape[step]
    else if (schema instanceof z.ZodArray) schema = schema.element
    else return undefined
  while (schema instanceof z.ZodPipe) schema = schema.in
  return schema instanceof z.ZodType ? schema.description : undefined
}

export function localise(value: Localised, language: Language): string {
  return typeof value === 'string' ? value : (value[language] ?? value[fallbackLanguage] ?? '')
}

export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(languages[language].locale, { type: 'region' }).of(code) ?? code
}

/** "A, B and C" as the language writes it. */
function listOf(items: string[], language: Language): string {
  return new Intl.ListFormat(languages[language].locale, { type: 'conjunction' }).format(items)
}

/**
 * Street, postal code, city and country on one line, leaving out what is not known. The city is written as its own country
 * writes it, where letters are sorted: a French page says Valence, and its addresses Valencia, Espagne.
 */
export function postalAddress(office: OrganisationOffice, language: Language): string {
  const local = allLanguages.find((each) => new Intl.Locale(languages[each].locale).region === office.country)
  const city = [office.postal_code, localise(office.city, local ?? language)].filter(Boolean).join(' ')
  return [localise(office.street, language), city, countryName(office.country, language)].filter(Boolean).join(', ')
}

/**
 * The placeholders that texts may use for facts, filled for one language: {{name}}, {{email}}, {{phone_valencia}} …
 */
export function placeholderValues(organisation: Organisation, language: Language): Record<string, string> {
  const bodies = organisation.recognised_bodies.map(
    (body) => `${localise(body.name, language)} (${countryName(body.country, language)})`,
  )
  return {
    name: organisation.name,
    email: organisation.email,
    recognised_bodies: listOf(bodies, language),
    map_provider: organisation.map.provider,
    ...Object.fromEntries(organisation.offices.map(({ id, phone }) => [`phone_${id}`, phone])),
    ...Object.fromEntries(
      organisation.offices.map((office) => [`address_${office.id}`, postalAddress(office, language)]),
    ),
    ...legalValues(organisation, language),
    ...Object.fromEntries(
      organisation.reviews.flatMap(({ pages, date }) =>
        pages.map((page) => [`reviewed_${page}`, longDate(date, language)]),
      ),
    ),
  }
}

function legalValues({ legal }: Organisation, language: Language): Record<string, string> {
  return {
    legal_name: localise(legal.name, language),
    register: localise(legal.register, language),
    tax_number: legal.tax_number,
    siret: legal.siret,
    codes_of_conduct: localise(legal.codes_of_conduct, language),
    director: localise(legal.director, language),
    host_name: localise(legal.host.name, language),
    host_address: localise(legal.host.address, language),
    host_phone: legal.host.phone,
  }
}

/** A day as the language writes it in full: 12 de marzo de 2026, 12 March 2026, 1er mars 2026. */
export function longDate(day: string, language: Language): string {
  const written = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
  return language === 'fr' ? written.replace(/^1 /, '1er ') : written
}

/** Words that become links wherever a text holds them: the e-mail address and the telephone numbers. */
export function contactLinks({ email, offices }: Organisation): Record<string, string> {
  const phones = offices.map(({ phone }) => [phone, `tel:${phone.replaceAll(' ', '')}`])
  return { [email]: `mailto:${email}`, ...Object.fromEntries(phones) }
}
