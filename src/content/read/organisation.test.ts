import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allLanguages } from '../../shared/languages.ts'
import { contentFolder } from '../content.ts'
import { ContentError } from '../problem.ts'
import {
  countryName,
  listOf,
  localise,
  type Organisation,
  type OrganisationOffice,
  placeholderValues,
  postalAddress,
  readOrganisation,
} from './organisation.ts'

/** The languages of which DESIGN.md says how words are written. */
const specified = ['es', 'en', 'fr'] as const

const office: OrganisationOffice = {
  id: 'floirac',
  city: 'Floirac',
  country: 'FR',
  street: { es: 'Avenida del Ejemplo', en: 'Example Avenue', fr: 'avenue de l’Exemple' },
  postal_code: '33270',
  phone: '+33 5 36 49 10 20',
  latitude: 44.8,
  longitude: -0.5,
  nearby: [],
}

const organisation: Organisation = {
  name: 'Mizan Halal',
  short_name: 'Mizan',
  email: 'contact@example.org',
  offices: [office],
  partners: [],
  recognised_bodies: [
    { country: 'PL', name: { es: 'Organismo Ejemplo', en: 'Example Body', fr: 'Organisme Exemple' } },
    { country: 'PT', name: 'Instituto' },
  ],
  authorities: {},
  map: { provider: 'OpenStreetMap', embed: 'https://www.openstreetmap.org/', page: 'https://www.openstreetmap.org/' },
  legal: {
    name: 'Ejemplo, S.L.',
    register: { es: 'hoja V-000000', en: 'sheet V-000000' },
    tax_number: 'X00000000',
    siret: '000 000 000 00000',
    codes_of_conduct: { es: 'ninguno', en: 'none' },
    director: 'Nombre Ejemplo',
    host: { name: 'Alojamiento Ejemplo', address: 'Valencia', phone: '+34 000 000 000' },
  },
  reviews: [{ pages: ['privacy', 'questions'], date: '2026-03-01', by: 'Nombre Ejemplo' }],
  time_zone: 'Europe/Madrid',
}

test('a value is one for all languages or one for each, English standing in', () => {
  expect(localise('Floirac', 'fr')).toBe('Floirac')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'es')).toBe('Burdeos')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'fr')).toBe('Bordeaux')
})

test('countries and lists are written as each language writes them', () => {
  expect(specified.map((language) => countryName('ES', language))).toEqual(['España', 'Spain', 'Espagne'])
  expect(specified.map((language) => listOf(['A', 'B', 'C'], language))).toEqual([
    'A, B y C',
    'A, B and C',
    'A, B et C',
  ])
})

test('a postal address names the city as its own country writes it', () => {
  const city = { es: 'Valencia', en: 'Valencia', fr: 'Valence' }
  expect(postalAddress({ ...office, city, country: 'ES', postal_code: '46001' }, 'fr')).toContain(
    '46001 Valencia, Espagne',
  )
})

test('a postal address leaves out what is not known', () => {
  expect(postalAddress(office, 'en')).toBe('Example Avenue, 33270 Floirac, France')
  expect(postalAddress({ ...office, street: '' }, 'es')).toBe('33270 Floirac, Francia')
  expect(postalAddress({ ...office, street: '', postal_code: '' }, 'fr')).toBe('Floirac, France')
})

test('the facts that texts may name, in each language', () => {
  expect(placeholderValues(organisation, 'es')).toEqual({
    name: 'Mizan Halal',
    email: 'contact@example.org',
    recognised_bodies: 'Organismo Ejemplo (Polonia) e Instituto (Portugal)',
    map_provider: 'OpenStreetMap',
    phone_floirac: '+33 5 36 49 10 20',
    address_floirac: 'Avenida del Ejemplo, 33270 Floirac, Francia',
    legal_name: 'Ejemplo, S.L.',
    register: 'hoja V-000000',
    tax_number: 'X00000000',
    siret: '000 000 000 00000',
    codes_of_conduct: 'ninguno',
    director: 'Nombre Ejemplo',
    host_name: 'Alojamiento Ejemplo',
    host_address: 'Valencia',
    host_phone: '+34 000 000 000',
    reviewed_privacy: '1 de marzo de 2026',
    reviewed_questions: '1 de marzo de 2026',
  })
  expect(placeholderValues(organisation, 'en').reviewed_privacy).toBe('1 March 2026')
  expect(placeholderValues(organisation, 'fr').reviewed_privacy).toBe('1er mars 2026')
  expect(placeholderValues(organisation, 'fr').recognised_bodies).toBe(
    'Organisme Exemple (Pologne) et Instituto (Portugal)',
  )
})

describe('the facts file', () => {
  /** The problems of the project's own facts file with one passage changed. */
  function problemsWith(from: string | RegExp, to: string) {
    const folder = mkdtempSync(join(tmpdir(), 'organisation-'))
    try {
      const facts = readFileSync(`${contentFolder}/organisation.yml`, 'utf8')
      expect(facts).toMatch(from)
      writeFileSync(join(folder, 'organisation.yml'), facts.replace(from, to))
      readOrganisation(folder)
      return 'no problem'
    } catch (error) {
      if (error instanceof ContentError) return error.problems
      throw error
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test.each<[what: string, from: RegExp, to: string, key: string]>([
    ['an e-mail address that is none', /^email: .*$/m, 'email: example.org', 'email'],
    ['a telephone number without its country', /phone: .*/, 'phone: 960 000 000', 'offices.0.phone'],
    ['a latitude that is no number', /latitude: !placeholder .*/, 'latitude: north', 'offices.0.latitude'],
    ['a missing name', /^name: .*$/m, '', 'name'],
    ['a country in words', /country: PL/, 'country: Poland', expect.stringMatching(/^partners\.\d\.country$/)],
    ['a map address that is none', /embed: .*/, 'embed: openstreetmap', 'map.embed'],
    ['a time zone that is none', /^time_zone: .*$/m, 'time_zone: Valencia', 'time_zone'],
  ])('%s is told with file and key', (_what, from, to, key) => {
    expect(problemsWith(from, to)).toMatchObject([
      { file: 'content/organisation.yml', key, message: expect.stringMatching(/\S/) },
    ])
  })

  test('a coordinate left empty is told, not taken for zero', () => {
    expect(problemsWith(/longitude: !placeholder .*/, 'longitude: ""')).toMatchObject([{ key: 'offices.0.longitude' }])
  })

  test('a key that nobody reads is told', () => {
    expect(problemsWith(/^email: /m, 'fax: none\nemail: ')).toMatchObject([{ file: 'content/organisation.yml' }])
  })

  // What is no longer marked is the body's real value, which these rules do not bind (DESIGN.md section 6).
  test('its placeholders can harm nobody', () => {
    const { organisation, placeholders } = readOrganisation(contentFolder)
    const isPlaceholder = (key: string) => placeholders.includes(key)
    if (isPlaceholder('email')) expect(organisation.email).toMatch(/@example\.org$/)
    organisation.offices.forEach(({ id, phone, street }, index) => {
      if (isPlaceholder(`offices.${index}.phone`))
        expect(phone).toMatch(id === 'valencia' ? /^\+34 000 000 000$/ : /^\+33 5 36 49( \d\d){2}$/)
      if (isPlaceholder(`offices.${index}.street`))
        for (const language of allLanguages) expect(localise(street, language)).not.toMatch(/\d/)
    })
    organisation.partners.forEach(({ name }, index) => {
      if (isPlaceholder(`partners.${index}.name`)) expect(name).toBe('')
    })
    organisation.recognised_bodies.forEach(({ name }, index) => {
      if (!isPlaceholder(`recognised_bodies.${index}.name`)) return
      expect(specified.map((language) => localise(name, language))).toEqual([
        expect.stringContaining('Ejemplo'),
        expect.stringContaining('Example'),
        expect.stringMatching(/Exemple|exemple/),
      ])
    })
  })
})
