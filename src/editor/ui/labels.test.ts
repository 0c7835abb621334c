import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTexts } from '../../content/read/texts.ts'
import { allLanguages, type Language } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import { formatPath } from '../files/key-path.ts'
import { readValues } from '../files/read-values.ts'
import { filesBelow } from '../server/drafts.ts'
import type { EditorTexts } from './editor-context.ts'
import { between, labelsOf } from './labels.ts'

type Fields = { path: string; value: string; published?: string }[]

const texts = readTexts('content')
const textsIn = (language: Language) => texts[language].editor as unknown as EditorTexts
const stateOf = (files: Record<string, Fields>) =>
  ({
    languages: allLanguages.map((language) => ({ language, name: language })),
    texts: Object.fromEntries(allLanguages.map((language) => [language, textsIn(language)])),
    files: Object.fromEntries(Object.entries(files).map(([file, fields]) => [file, { fields }])),
  }) as unknown as EditorState

const files = filesBelow('content').filter((file) => file.endsWith('.yml') && file !== 'articles.yml')
const content = Object.fromEntries(
  files.map((file) => [
    file,
    readValues(readFileSync(`content/${file}`, 'utf8')).map(({ path, value }) => ({ path: formatPath(path), value })),
  ]),
)

test('no value is called by its key, in no language; what all languages share has words of its own', () => {
  const mask = (words: Record<string, string>, text = '§') => ({
    ...Object.fromEntries(Object.keys(words).map((key) => [key, '§'])),
    text,
  })
  for (const language of allLanguages)
    for (const [file, fields] of Object.entries(content)) {
      const isText = file.startsWith('texts/')
      const own = textsIn(language)
      const masked = { ...own, fields: mask(own.fields, isText ? '§' : 'no word'), facts: mask(own.facts) }
      const state = stateOf({ [file]: fields.map(({ path }) => ({ path, value: isText ? '§' : '' })) })
      state.languages = state.languages.map((each) => ({ ...each, name: '§' }))
      const named = [...labelsOf(state, file, masked as EditorTexts, language)].filter(([path, label]) => {
        const isPassedOver = !isText && label.split(between).length < path.split('.').length
        return isPassedOver || !label || /\p{L}/u.test(label.replace(/\[\^[\w-]+\]|authority:[\w-]+/g, ''))
      })
      expect([language, file, named]).toEqual([language, file, []])
    }
})

test('no two values of a part of the site are called the same', () => {
  for (const language of allLanguages)
    for (const file of files) {
      const labels = [...labelsOf(stateOf(content), file, textsIn(language), language).values()]
      expect([file, labels.filter((label, index) => labels.indexOf(label) !== index)]).toEqual([file, []])
    }
})

test('what has no word is called by what it was published as, in the language of the editor', () => {
  const state = stateOf({
    'texts/es/a.yml': [
      { path: 'read_more', value: 'Leer m', published: 'Leer más' },
      { path: 'part.title', value: 'Una parte' },
      { path: 'part.body', value: 'Algo' },
      { path: 'bare.body', value: '**Tan largo** que no cabe en un nombre, y por eso se corta entre dos palabras.' },
      { path: 'steps[1].title', value: 'El lote' },
      { path: 'added', value: 'Nuevo', published: '' },
      { path: 'again', value: 'Leer más' },
      { path: 'sources.q6-38', value: 'Corán' },
    ],
  })
  expect([...labelsOf(state, 'texts/es/a.yml', textsIn('es'), 'es').values()]).toEqual([
    '«Leer más»',
    `Una parte${between}Título`,
    `Una parte${between}Texto`,
    '«Tan largo que no cabe en un nombre, y por eso se…»',
    `2. El lote${between}Título`,
    'Texto',
    '«Leer más» (2)',
    `Fuentes${between}[^q6-38]`,
  ])
})
