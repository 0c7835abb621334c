import { expect, test } from 'vitest'
import { allLanguages, type Language } from '../../shared/languages.ts'
import { contentFolder } from '../content.ts'
import type { WrittenTexts } from '../read/texts.ts'
import { checkWords } from './words.ts'

/** The problems of one text, put in the place of a page's loading text. */
const problemsOf = (language: Language, text: string) => {
  const nothing = Object.fromEntries(allLanguages.map((each) => [each, {}])) as WrittenTexts
  return checkWords({ folder: contentFolder, written: { ...nothing, [language]: { errors: { loading: text } } } })
}

const slips: [what: string, language: Language, text: string, told: RegExp][] = [
  ['a slip of the keyboard', 'es', 'Cargnado...', /“Cargnado” is not in the Spanish dictionary/],
  ['a missing accent', 'fr', 'Tracabilite', /“Tracabilite” is not in the French dictionary/],
  [
    'American spelling where the glossary has another word',
    'en',
    'The abattoir',
    /Say “slaughterhouse” instead of “abattoir”/,
  ],
  ['a question that is not opened', 'es', 'Está cargando?', /not opened/],
  ['a mark that may go to another line', 'fr', 'Chargement : attendez', /non-breaking/],
  ['a mark without its space', 'fr', 'Chargement!', /non-breaking space/],
  ['straight quotation marks', 'en', 'The "page" is loading', /Straight quotation marks/],
  ['a sign that many devices lack', 'en', 'The Prophet ﷺ', /write “\(peace be upon him\)”/],
  ['two spaces', 'en', 'The page  is loading', /two spaces/],
]

test.each(slips)('%s is told, with the line (%s)', { timeout: 60_000 }, (_what, language, text, told) => {
  const problems = problemsOf(language, text)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(told)])
  expect(problems[0]).toMatchObject({ key: 'loading', line: expect.any(Number) })
})

test('elisions, enclitics, values, marks and addresses are no mistakes', () => {
  const right = 'L’abattage, qu’il soit d’Espagne : {{xyzzy}} [une page](/qwrtz)[^zzz] https://zxcv.example'.replace(
    ' :',
    '\u00a0:',
  )
  expect(problemsOf('fr', right)).toEqual([])
  expect(problemsOf('es', 'Envíenoslo y se lo diremos')).toEqual([])
})
