import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import type { OrganisationOffice } from '../../content/read/organisation.ts'
import { drawLocatorMap } from './locator-map.ts'

const office: OrganisationOffice = {
  id: 'valencia',
  city: { es: 'Valencia', en: 'Valencia', fr: 'Valence' },
  country: 'ES',
  street: '',
  postal_code: '',
  phone: '+34 000 000 000',
  latitude: 39.4699,
  longitude: -0.3763,
  label: 'left',
  nearby: [
    { name: 'Madrid', latitude: 40.4168, longitude: -3.7038, label: 'right' },
    { name: 'Alicante', latitude: 38.3452, longitude: -0.481, label: 'right' },
    { name: 'Palma', latitude: 39.5696, longitude: 2.6502, label: 'right' },
  ],
}

const words = { title: 'Where the Valencia office is', description: 'Drawn map: the office and nearby cities' }

const draw = (changes: Partial<OrganisationOffice> = {}) =>
  parse(drawLocatorMap({ ...office, ...changes }, 'en', words).svg).querySelector('svg') as HTMLElement

/** Where a city's dot is, found by the name beside it. */
function dotOf(map: HTMLElement, city: string) {
  const label = map.querySelectorAll('text').find(({ text }) => text === city)
  const [x = 0, y = 0] = ['cx', 'cy'].map((name) => Number(label?.previousElementSibling?.getAttribute(name)))
  return { x, y }
}

test('has the name and the description that a screen reader reads', () => {
  const map = draw()
  const picture = map.querySelector('[role="img"]')
  const named = picture
    ?.getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => map.querySelector(`#${id}`)?.text)
  expect(named).toEqual([words.title, words.description])
  // Some screen readers would read out the names of cities one by one, without saying that they are a map’s.
  expect(picture?.querySelectorAll('[aria-hidden="true"] text')).toHaveLength(map.querySelectorAll('text').length)
})

test('north is up, west is left, and distances are true', () => {
  const map = draw()
  expect(dotOf(map, 'Madrid').x).toBeLessThan(280)
  expect(dotOf(map, 'Alicante').y).toBeGreaterThan(180)
  // Palma: 259 km from Valencia, by the great circle; the whole width shows some 900 km.
  const { x, y } = dotOf(map, 'Palma')
  expect(x).toBeGreaterThan(280)
  const kilometres = (Math.hypot(x - 280, y - 180) * 40_030 * Math.cos((39.5 * Math.PI) / 180)) / (2 * Math.PI * 2900)
  expect(kilometres).toBeGreaterThan(250)
  expect(kilometres).toBeLessThan(268)
})
