import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { contentFolder } from '../../content/content.ts'
import { type Organisation, readOrganisation } from '../../content/read/organisation.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { drawLocatorMap } from './locator-map.ts'
import { drawPartnersMap } from './partners-map.ts'

const { organisation } = readOrganisation(contentFolder)

type Box = { name: string; left: number; right: number; top: number; bottom: number }

/** Where a name stands on a map: letters of the usual fonts of devices are some six tenths of their height wide. */
function boxOf(text: HTMLElement, bold: string[], sizes: Record<string, number>): Box {
  const kind = text.getAttribute('class') ?? ''
  const size = sizes[kind] ?? sizes[''] ?? 0
  const width = text.text.length * size * (bold.includes(kind) ? 0.62 : 0.54)
  const x = Number(text.getAttribute('x'))
  const y = Number(text.getAttribute('y'))
  const share = { start: 0, middle: 0.5, end: 1 }[text.getAttribute('text-anchor') ?? 'start'] ?? 0
  const left = x - width * share
  return { name: text.text, left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.2 }
}

function boxesOf(svg: string, bold: string[], sizes: Record<string, number>): Box[] {
  const dots = parse(svg)
    .querySelectorAll('circle')
    .map((dot) => {
      const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(dot.getAttribute(name))) as [number, number, number]
      return { name: 'a dot', left: x - r, right: x + r, top: y - r, bottom: y + r }
    })
  return [
    ...parse(svg)
      .querySelectorAll('text')
      .map((text) => boxOf(text, bold, sizes)),
    ...dots,
  ]
}

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The names that stand over another name or over a dot. */
const collisions = (boxes: Box[]) =>
  boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => meet(one, other) && !(one.name === 'a dot' && other.name === 'a dot'))
      .map((other) => `${one.name} and ${other.name}`),
  )

const outside = (boxes: Box[], width: number, height: number) =>
  boxes
    .filter(({ name }) => name !== 'a dot')
    .filter(({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height)
    .map(({ name }) => name)

const locatorBoxes = (office: Organisation['offices'][number], language: Language) =>
  boxesOf(drawLocatorMap(office, language, { title: 't', description: 'd' }).svg, ['name'], { '': 15, name: 19 })

const partnersBoxes = (drawn: Organisation, language: Language) =>
  boxesOf(drawPartnersMap(drawn, language).svg, ['name', 'outside'], { '': 15, name: 19, outside: 19 })

const cases = allLanguages.flatMap((language) => organisation.offices.map((office) => ({ language, office })))

test.each(cases)('no name stands over another on the map of $office.id in $language', ({ office, language }) => {
  const boxes = locatorBoxes(office, language)
  expect(boxes.length).toBeGreaterThan(office.nearby.length)
  expect(collisions(boxes)).toEqual([])
})

test.each(allLanguages)(
  'no name stands over another on the map of the partners in %s, nor over its edge',
  (language) => {
    const boxes = partnersBoxes(organisation, language)
    expect(collisions(boxes)).toEqual([])
    expect(outside(boxes, 520, 400)).toEqual([])
  },
)

test.each(allLanguages)('nor with more partners and another office, in %s', (language) => {
  const [valencia] = organisation.offices as [Organisation['offices'][number]]
  const grown: Organisation = {
    ...organisation,
    offices: [...organisation.offices, { ...valencia, id: 'lyon', city: 'Lyon', latitude: 45.76, longitude: 4.84 }],
    partners: ['PL', 'FR', 'ES', 'PT', 'DE', 'IT', 'BE', 'CH', 'AT', 'CZ'].map((country) => ({
      country,
      role: 'slaughterhouse',
      name: '',
    })),
  }
  const boxes = partnersBoxes(grown, language)
  expect(boxes.filter(({ name }) => name !== 'a dot')).toHaveLength(grown.partners.length + grown.offices.length)
  expect(collisions(boxes)).toEqual([])
  expect(outside(boxes, 520, 400)).toEqual([])
})

test('towns close together around an office keep their names apart', () => {
  const [valencia] = organisation.offices as [Organisation['offices'][number]]
  const towns = [
    ['Sagunto', 39.68, -0.27],
    ['Requena', 39.49, -1.1],
    ['Gandia', 38.97, -0.18],
    ['Castellón de la Plana', 39.99, -0.04],
    ['Cuenca', 40.07, -2.14],
    ['Teruel', 40.34, -1.11],
    ['Albacete', 38.99, -1.86],
    ['Ibiza', 38.91, 1.43],
  ] as const
  const nearby = towns.map(([name, latitude, longitude]) => ({ name, latitude, longitude }))
  expect(collisions(locatorBoxes({ ...valencia, nearby } as typeof valencia, 'es'))).toEqual([])
})
