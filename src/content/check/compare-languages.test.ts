import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Problem } from '../problem.ts'
import { readTexts } from '../read/texts.ts'
import { compareLanguages } from './compare-languages.ts'
import { findForeignTexts } from './foreign-texts.ts'

type Specified = 'es' | 'en' | 'fr'

const soundTexts: Record<string, string> = {
  'es/form.yml':
    'send: Enviar\nerrors:\n  long: "El máximo es {{limit}}"\nitems:\n  - Matadero\n  - Sala de despiece\n',
  'en/form.yml':
    'send: Send\nerrors:\n  long: "The maximum is {{limit}}"\nitems:\n  - Slaughterhouse\n  - Cutting plant\n',
  'fr/form.yml':
    'send: Envoyer\nerrors:\n  long: "Le maximum est {{limit}}"\nitems:\n  - Abattoir\n  - Atelier de découpe\n',
}

/** The problems of the sound texts with some files changed; `null` leaves a file out. */
function check(changes: Record<string, string | null>): Problem[] {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  try {
    for (const [file, yaml] of Object.entries({ ...soundTexts, ...changes })) {
      mkdirSync(dirname(join(folder, 'texts', file)), { recursive: true })
      if (yaml !== null) writeFileSync(join(folder, 'texts', file), yaml)
    }
    const texts = readTexts(folder, ['es', 'en', 'fr'])
    return [...compareLanguages(texts), ...findForeignTexts(texts)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The sound text of a file with one passage changed. */
function changed(file: string, from: string, to: string): Record<string, string> {
  const text = soundTexts[file] ?? ''
  expect(text).toContain(from)
  return { [file]: text.replace(from, to) }
}

test('finds nothing in sound texts', () => {
  expect(check({})).toEqual([])
})

/** Where something is told, the key after the file. */
const placesOf = (problems: Problem[]) =>
  problems.map(({ file, key }) => `${file.replace('content/texts/', '')} ${key}`)

test('a missing text, also inside a group, and an item missing from a list', () => {
  const problems = check({
    'fr/form.yml': 'errors:\n  short: Trop court\nitems:\n  - Abattoir\n  - Atelier de découpe\n',
    ...changed('en/form.yml', '  - Cutting plant\n', ''),
  })
  expect(placesOf(problems)).toEqual([
    'en/form.yml items.1',
    'fr/form.yml errors.short',
    'fr/form.yml errors.long',
    'fr/form.yml send',
  ])
})

test.each<[what: string, changes: Record<string, string | null>, told: [place: string, message: string][]]>([
  [
    'an extra text, also with a name that every object has',
    changed('en/form.yml', 'send: Send\n', 'send: Send\nsubmit: Submit\nconstructor: Builder\n'),
    [
      ['en/form.yml submit', 'No page shows this text: it is not in content/texts/es/form.yml'],
      ['en/form.yml constructor', 'No page shows this text'],
    ],
  ],
  [
    'a missing file and an extra file',
    { 'fr/form.yml': null, 'en/about.yml': 'title: About\n' },
    [
      ['en/about.yml ', 'There is no content/texts/es/about.yml'],
      ['fr/form.yml ', 'Copy content/texts/es/form.yml to it, and write its texts in French'],
    ],
  ],
  [
    'a group where the others have a text',
    changed('en/form.yml', 'send: Send\n', 'send:\n  button: Send\n'),
    [['en/form.yml send', 'If this text holds a colon, put it between straight quotation marks']],
  ],
  [
    'a placeholder that differs',
    changed('fr/form.yml', '{{limit}}', '{{limite}}'),
    [['fr/form.yml errors.long', 'Write {{limit}} in place of {{limite}}']],
  ],
  [
    'a placeholder that is lost',
    changed('en/form.yml', '{{limit}}', '5,000'),
    [['en/form.yml errors.long', '{{limit}} is missing here']],
  ],
  [
    'a misspelt name, told once, with the right one',
    { ...changed('fr/form.yml', 'send:', 'sned:'), ...changed('en/form.yml', 'send:', 'sned:') },
    [
      ['en/form.yml sned', 'Write “send:” in place of “sned:”'],
      ['fr/form.yml sned', 'Write “send:” in place of “sned:”'],
    ],
  ],
  [
    'an empty text, in the first language and in another',
    { ...changed('es/form.yml', 'Enviar', ''), ...changed('fr/form.yml', 'Envoyer', '"  "') },
    [
      ['es/form.yml send', 'This text is empty. Write it in Spanish.'],
      ['fr/form.yml send', 'This text is empty. Write it in French.'],
    ],
  ],
  [
    'a text of which nothing can be seen',
    { ...changed('es/form.yml', 'Enviar', '"\\u200B"'), ...changed('fr/form.yml', 'Envoyer', '"\\u2800"') },
    [
      ['es/form.yml send', 'This text is empty.'],
      ['fr/form.yml send', 'This text is empty.'],
    ],
  ],
  [
    'half a placeholder, or one in single braces',
    {
      ...changed('es/form.yml', 'Enviar', '"Enviar {{name}"'),
      ...changed('fr/form.yml', 'Envoyer', '"Envoyer {name}"'),
    },
    [
      ['es/form.yml send', 'A brace stands alone'],
      ['fr/form.yml send', 'A brace stands alone'],
    ],
  ],
])('%s', (_what, changes, told) => {
  const problems = check(changes)
  expect(placesOf(problems)).toEqual(told.map(([place]) => place))
  expect(problems.map(({ message }) => message)).toEqual(told.map(([, message]) => expect.stringContaining(message)))
})

test('the reference is never told to follow the others', () => {
  const told = check({
    ...changed('es/form.yml', 'send:', 'sned:'),
    'en/about.yml': 'title: About\n',
    'fr/about.yml': 'title: À propos\n',
  })
  expect(placesOf(told)).toEqual(['en/form.yml send', 'en/about.yml ', 'fr/form.yml send', 'fr/about.yml '])
})

test('only the home page’s slug may be empty', () => {
  const hero = {
    'es/hero.yml': 'head:\n  slug: ""\n',
    'en/hero.yml': 'head:\n  slug: ""\n',
    'fr/hero.yml': 'head:\n  slug: ""\n',
  }
  expect(check(hero)).toEqual([])
})

const spanish =
  'Nuestro controlador llega antes que el primer animal, mira cada uno mientras está vivo y anota en la hoja del día lo que ha visto, también lo que ha salido mal.'
const english =
  'Our controller is there before the first animal, sees each of them alive, and writes on the sheet of the day what was seen, what went wrong included.'

test.each<[what: string, texts: Record<Specified, string>, told: string | undefined]>([
  [
    'a sentence left in another language',
    { es: spanish, en: 'One of our controllers is on site.', fr: 'One of our controllers is on site.' },
    'This text is the same as in content/texts/en/about.yml. Write it in French.',
  ],
  [
    'a paragraph in another language, although no other file has the same',
    { es: spanish, en: english, fr: `Además, ${spanish}` },
    'This text reads as Spanish. Write it in French.',
  ],
  [
    'nothing of a paragraph that only nearly reads as another language',
    {
      es: 'El expediente sale del centro el mismo día, y otra persona lo revisa y decide. Para un certificador, donde acaba la prueba acaba la marca.',
      en: 'The file leaves the site the same day, and a different person reviews it and decides. For a certifier, where the proof stops, the mark stops.',
      fr: 'Le dossier quitte le site le jour même, puis une autre personne le relit et décide. Pour un certificateur, là où s’arrête la preuve s’arrête la marque.',
    },
    undefined,
  ],
])('%s is told, where it stands', (_what, texts, told) => {
  const files = Object.entries(texts).map(([language, text]) => [`${language}/about.yml`, `text: ${text}\n`])
  const wanted = told === undefined ? [] : [{ file: 'content/texts/fr/about.yml', key: 'text', message: told }]
  expect(check(Object.fromEntries(files))).toMatchObject(wanted)
})

test('what may well be the same in several languages is left alone', () => {
  const same = 'title: Contact\nsources:\n  efsa: EFSA Journal 45, 2004, opinion on stunning and killing\n'
  expect(check({ 'es/about.yml': same, 'en/about.yml': same, 'fr/about.yml': same })).toEqual([])
})
