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
        const write = (side: 0 | 1) => words.map((each) => each.map((pair) => pair[side]).join(''))
        const holder = `L’${write(0).join(' ')}, ${forms[0]}`
        const typed = [
          ...write(1)
            .map((each) => each.slice(0, 3 + cut))
            .reverse(),
          `l${sign}${write(1)[0]}`,
          forms[1],
        ].join('  ')
        expect(search({ holder }, typed)).toBe('found')
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

test.for([
  [{ oval: 'PL 06110201 WE' }, '06110201', 'found'],
  [{ oval: 'ES 10.12345/V' }, 'R. G. S. E. A. A.: 10.12345/V', 'found'],
  [{ oval: 'ES 10.12345/V' }, 'RGSEAA10.12345/V', 'found'],
  [{ plant: 'Abattoir n° 3' }, 'abattoir nº 3', 'found'],
  [{ country: 'PL' }, 'Polska', 'found'],
  [{ country: 'PL', covers: 'poultry' }, 'volailles Polonia', 'found'],
  [{ covers: 'poultry' }, 'POLLO', 'found'],
  [{ country: 'GB' }, 'england', 'found'],
  [{ country: 'GB' }, 'UK', 'found'],
  [{ country: 'NL' }, 'The Netherlands', 'found'],
  [{ covers: 'poultry' }, 'pollo halal', 'found'],
  [{ covers: 'poultry' }, 'carne de pollos', 'found'],
  [{ covers: 'poultry', country: 'PL' }, 'la viande de pavo en Pologne', 'found'],
  [{ covers: 'poultry', country: 'PL' }, 'viande d’aves d’Pologne', 'found'],
  [{ covers: 'poultry', country: 'PL' }, 'un pollo from Poland', 'found'],
  [{ holder: 'Otra Halal', covers: 'poultry' }, 'carne de pavo Otra', 'found'],
  [{ oval: 'FR 33.167.001 CE' }, 'oval 33.167.001', 'found'],
  [{ oval: 'FR 33.167.001 CE' }, 'agrément n° FR 33.167.001', 'found'],
  [{ oval: 'FR 33.167.001 CE' }, 'N° d’agrément sanitaire : FR-33-167-001 CE', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'EU approval number ES 10.12345/V', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'marca oval ES-10.12345/V-CE', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'Nº de autorización sanitaria 10.12345/V', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'RGS: 10.12345/V', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'Reg. San. 10.12345/V', 'found'],
  [{ oval: 'ES 10.12345/V CE' }, 'n.º de establecimiento ES-10.12345/V', 'found'],
  [{ oval: 'FR 33.167.001 CE' }, 'establishment no. 33.167.001', 'found'],
  [{ oval: 'FR 33.167.001 CE' }, 'CE 33.167.001', 'found'],
  ...[
    ['Hnos. García, S.L.', 'hermanos garcia sociedad limitada'],
    ['Hermanos García Sociedad Limitada', 'Hnos García S.L.'],
    ['Ets. Dupont', 'Établissements Dupont'],
    ['Établissements St-Étienne', 'ets saint etienne'],
    ['Sté Sainte Marie', 'société ste marie'],
    ['Cárnicas Sta. Ana y Cía., S.A.', 'santa ana compañía sociedad anónima'],
    ['Compañía Santa Ana', 'cía sta ana'],
  ].map(([holder = '', typed = '']) => [{ holder }, typed, 'found'] as const),
  [{ brands: 'Sol y Luna, Ñu' }, 'nu', 'found'],
  [{}, '26-0001', 0],
  [{ holder: 'Hijos y Nietos' }, 'Hijos & Nietos', 'found'],
  [{ holder: 'Hijos & Nietos' }, 'hijos y nietos', 'found'],
  [{ holder: 'Rolnik Sp. z o.o.' }, 'rolnik sp zoo', 'found'],
  [{ holder: 'Saint-Étienne' }, 'saintetienne', 'found'],
  [{ holder: 'Saintétienne' }, 'saint etienne', 'found'],
  [{ holder: 'Müller' }, 'Mueller', 'near'],
  [{ holder: 'Müller' }, 'muler', 'near'],
  [{ holder: 'Müller', plant: '12345' }, 'ller', 0],
  [{ plant: '12345' }, '12346', 0],
  [{ holder: 'Müller' }, 'y', 0],
  [{ holder: 'Müller' }, ' \0…😀\ud800', 0],
] as const)('%j is searched for "%s": %s', ([others, typed, found]) => expect(search(others, typed)).toBe(found))
