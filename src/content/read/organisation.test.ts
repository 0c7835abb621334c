import { expect, test } from 'vitest'
import { allLanguages } from '../../shared/languages.ts'
import { contentFolder } from '../content.ts'
import {
  localise,
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

test('a value is one for all languages or one for each, English standing in', () => {
  expect(localise('Floirac', 'fr')).toBe('Floirac')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'es')).toBe('Burdeos')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'fr')).toBe('Bordeaux')
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

// The rest of what texts may name is read on the notices' pages: tests/build/questions-and-notices.test.ts.
test('texts may name the recognised bodies as a list, and days, as each language writes them', () => {
  const { organisation } = readOrganisation(contentFolder)
  const valuesIn = (language: (typeof specified)[number]) =>
    placeholderValues(
      {
        ...organisation,
        recognised_bodies: [
          { country: 'PL', name: { es: 'Organismo Ejemplo', en: 'Example Body', fr: 'Organisme Exemple' } },
          { country: 'PT', name: 'Instituto' },
        ],
        reviews: [{ pages: ['privacy'], date: '2026-03-01', by: 'Nombre Ejemplo' }],
      },
      language,
    )
  const said = specified.map(valuesIn).map((values) => [values.recognised_bodies, values.reviewed_privacy])
  expect(said).toEqual([
    ['Organismo Ejemplo (Polonia) e Instituto (Portugal)', '1 de marzo de 2026'],
    ['Example Body (Poland) and Instituto (Portugal)', '1 March 2026'],
    ['Organisme Exemple (Pologne) et Instituto (Portugal)', '1er mars 2026'],
  ])
})

// Only values marked as placeholders are checked: one without a mark is real (DESIGN.md section 6).
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
