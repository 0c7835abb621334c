import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certificate } from '../../tests/support/register.ts'
import { eachLanguage } from '../shared/languages.ts'
import { certificateIndexer } from './search.ts'

const words = {
  ...eachLanguage(() => ({ covers: {}, everyday: {} })),
  es: { covers: { poultry: 'Aves' }, everyday: { poultry: 'pollo, pavo' } },
  en: { covers: { poultry: 'Poultry' }, everyday: { GB: 'England, UK' } },
  fr: { covers: { poultry: 'Volailles' }, everyday: {} },
}
const search = (others: Parameters<typeof certificate>[1], typed: string) => {
  const right = certificate('260001', others)
  const register = certificateIndexer(words)([right, ...decoys])
  const { found, isNear } = register.search(typed, register.searchables)
  return found.length === 1 && found[0]?.certificate === right ? (isNear ? 'near' : 'found') : found.length
}
const decoys = [
  certificate('260002', { holder: 'Otra Halal', plant: 'Otra', oval: 'IT 9-99' }),
  certificate('260003', { holder: 'Otra', plant: 'Otra', oval: 'IT 9-99', country: 'UA' }),
]

test('a name is found without its accents, strokes and signs, in any order, from the beginnings of its words', () => {
  // What is written, and what people type for it.
  const letters = [
    ...'łl ßss øo œoe æae đd þth ıi ñn éE ÀA çc šs ğG'.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]),
  ]
  const letter = fc.constantFrom(...letters, ...[...'bcklmrtv'].map((each) => [each, each]))
  const word = fc.array(letter, { minLength: 4, maxLength: 9 })
  const apostrophe = fc.constantFrom("'", '’', 'ʼ', '`', '´', '‘', '')
  const form = fc.subarray(['S.L.', 'S. L.', 'SL', 'sl', 's l'], { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      apostrophe,
      form,
      fc.nat(5),
      (words, sign, forms, cut) => {
        const [written = [], typed = []] = ([0, 1] as const).map((side) =>
          words.map((each) => each.map((pair) => pair[side]).join('')),
        )
        const beginnings = typed.map((each) => each.slice(0, 3 + cut)).reverse()
        const holder = `L’${written.join(' ')}, ${forms[0]}`
        expect(search({ holder }, [...beginnings, `l${sign}${typed[0]}`, forms[1]].join('  '))).toBe('found')
      },
    ),
  )
})

test('an oval is found with any separators, and whatever stands for the Community', () => {
  const parts = fc.tuple(fc.stringMatching(/^\d{2}$/), fc.stringMatching(/^\d{3,5}$/), fc.constantFrom('', 'V', 'A'))
  const gap = fc.constantFrom(' ', '.', '/', '-', '', ' . ')
  const mark = fc.constantFrom('', ' CE', 'CE', ' EC', ' ue', ' EU', ' WE', ' EG', '-EB', ' ΕΚ', ' ЕО', '\u00a0EÜ')
  fc.assert(
    fc.property(parts, gap, gap, mark, mark, fc.boolean(), (parts, one, other, written, typed, withCountry) => {
      const oval = `ES ${parts.join(one)}${written}`
      expect(search({ oval }, `${withCountry ? 'es' : ''}${other}${parts.join(other)}${typed}`)).toBe('found')
    }),
  )
})

const poultry = { covers: 'poultry', country: 'PL' }
const spanish = { oval: 'ES 10.12345/V CE' }
const french = { oval: 'FR 33.167.001 CE' }
test.for<[others: Parameters<typeof certificate>[1], ...typed: string[]]>([
  [{ oval: 'PL 06110201 WE' }, '06110201'],
  [spanish, 'R. G. S. E. A. A.: 10.12345/V', 'RGSEAA10.12345/V', 'RGS: 10.12345/V', 'Reg. San. 10.12345/V'],
  [
    spanish,
    'marca oval ES-10.12345/V-CE',
    'Nº de autorización sanitaria 10.12345/V',
    'EU approval number ES 10.12345/V',
  ],
  [spanish, 'n.º de establecimiento ES-10.12345/V'],
  [{ oval: 'ES 1001234 CE' }, 'health mark ES 1001234 CE', 'estampille 1001234'],
  [french, 'oval 33.167.001', 'agrément n° FR 33.167.001', 'N° d’agrément sanitaire : FR-33-167-001 CE'],
  [french, 'establishment no. 33.167.001', 'CE 33.167.001'],
  [{ plant: 'Abattoir n° 3' }, 'abattoir nº 3'],
  [poultry, 'Polska', 'volailles Polonia', 'POLLO', 'pollo halal', 'carne de pollos', 'un pollo from Poland'],
  [poultry, 'la viande de pavo en Pologne', 'viande d’aves d’Pologne'],
  [{ country: 'GB' }, 'england', 'UK'],
  [{ country: 'NL' }, 'The Netherlands'],
  [{ holder: 'Otra Halal', covers: 'poultry' }, 'carne de pavo Otra'],
  [{ holder: 'Hnos. García, S.L.' }, 'hermanos garcia sociedad limitada'],
  [{ holder: 'Hermanos García Sociedad Limitada' }, 'Hnos García S.L.'],
  [{ holder: 'Établissements St-Étienne' }, 'ets saint etienne'],
  [{ holder: 'Sté Sainte Marie' }, 'société ste marie'],
  [{ holder: 'Cárnicas Sta. Ana y Cía., S.A.' }, 'santa ana compañía sociedad anónima'],
  [{ brands: 'Sol y Luna, Ñu' }, 'nu'],
  [{ holder: 'Hijos & Nietos' }, 'hijos y nietos'],
  [{ holder: 'Rolnik Sp. z o.o.' }, 'rolnik sp zoo'],
  [{ holder: 'Saint-Étienne' }, 'saintetienne'],
  [{ holder: 'Saintétienne' }, 'saint etienne'],
])('%j is found by “%s”, “%s” …', ([others, ...all]) => {
  for (const typed of all) expect([typed, search(others, typed)]).toEqual([typed, 'found'])
})

test.for([
  [{ holder: 'Müller' }, 'Mueller', 'near'],
  [{ holder: 'Müller' }, 'muler', 'near'],
  [{ holder: 'Müller', plant: '12345' }, 'ller', 0],
  [{ plant: '12345' }, '12346', 0],
  [{}, '26-0001', 0],
  [{ holder: 'Müller' }, 'y', 0],
  [{ holder: 'Müller' }, ' \0…😀\ud800', 0],
] as const)('%j is searched for "%s": %s', ([others, typed, found]) => expect(search(others, typed)).toBe(found))
