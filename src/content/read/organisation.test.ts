import { expect, test } from 'vitest'
import { SmallContent } from '../../../tests/support/small-content.ts'
import { factVariables, localise, type OrganisationOffice, postalAddress, readOrganisation } from './organisation.ts'

const office: OrganisationOffice = {
  id: 'floirac',
  city: 'Floirac',
  country: 'FR',
  street: { es: 'Avenida del Ejemplo', en: 'Example Avenue', fr: 'avenue de l’Exemple' },
  postal_code: '33270',
  phone: '+33 5 36 49 10 20',
  latitude: 44.8,
  longitude: -0.5,
  label: 'right',
  nearby: [],
}

test('a value is one for all languages or one for each, English where one is missing', () => {
  expect(localise('Floirac', 'fr')).toBe('Floirac')
  expect(localise("l'eau", 'fr')).toBe('l’eau')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'es')).toBe('Burdeos')
  expect(localise({ es: 'Burdeos', en: 'Bordeaux' }, 'fr')).toBe('Bordeaux')
})

test('a postal address names the city as its own country writes it, and leaves out what is not known', () => {
  const city = { es: 'Valencia', en: 'Valencia', fr: 'Valence' }
  const valencia = { ...office, city, country: 'ES', postal_code: '46001' }
  expect(postalAddress({ ...valencia, street: '' }, 'fr')).toBe('46001 Valencia, Espagne')
  expect(postalAddress(office, 'en')).toBe('Example Avenue, 33270 Floirac, France')
})

test('texts may name bodies and answers for export as lists, and days, as each language writes them', () => {
  using content = new SmallContent()
  const { data: organisation } = readOrganisation(content.folder)
  const { export: none, export_day: noDay } = factVariables(organisation, 'en')
  expect([none, noDay], 'not given: paragraphs that use them are left out').toEqual(['', ''])
  const facts = {
    ...organisation,
    recognised_bodies: [
      { country: 'PL' as const, name: { es: 'Organismo Ejemplo', en: 'Example Body', fr: 'Organisme Exemple' } },
      { country: 'PT' as const, name: 'Instituto' },
    ],
    reviews: [{ pages: ['privacy'], date: '2026-03-01', by: 'Nombre Ejemplo' }],
    export_day: '2026-03-01',
    export: [
      { country: 'MY' as const, answer: { es: 'no (1).', en: 'no.', fr: 'non : rien.' } },
      { country: 'AE' as const, answer: 'ask us.' },
    ],
  }
  const shown = (['es', 'fr'] as const)
    .map((language) => factVariables(facts, language))
    .map((values) => [values.recognised_bodies, values.reviewed_privacy])
  expect(shown).toEqual([
    ['Organismo Ejemplo (Polonia) e Instituto (Portugal)', '1 de marzo de 2026'],
    ['Organisme Exemple (Pologne) et Instituto (Portugal)', '1er mars 2026'],
  ])
  const { export: answers, export_day } = factVariables(facts, 'fr')
  expect(answers).toBe('- **Malaisie\u00a0:** non\u00a0: rien.\n- **Émirats arabes unis\u00a0:** ask us.')
  expect(export_day).toBe('1er mars 2026')
})
