import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Problem } from '../problem.ts'
import { readTexts } from '../read/texts.ts'
import { compareLanguages } from './compare-languages.ts'
import { findForeignTexts } from './foreign-texts.ts'

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

test('a missing text', () => {
  expect(check(changed('fr/form.yml', 'send: Envoyer\n', ''))).toMatchObject([
    {
      file: 'content/texts/fr/form.yml',
      key: 'send',
      message:
        'This text is missing. content/texts/es/form.yml has it: “Enviar”. Write it here in French, under the same name.',
    },
  ])
})

test('a missing text inside a group, and an item missing from a list', () => {
  const problems = check({
    ...changed('fr/form.yml', '  long: "Le maximum est {{limit}}"\n', '  short: Trop court\n'),
    ...changed('en/form.yml', '  - Cutting plant\n', ''),
  })
  expect(problems.map(({ file, key }) => `${file} ${key}`)).toEqual([
    'content/texts/en/form.yml items.1',
    'content/texts/fr/form.yml errors.short',
    'content/texts/fr/form.yml errors.long',
  ])
})

test('an extra text', () => {
  expect(check(changed('en/form.yml', 'send: Send\n', 'send: Send\nsubmit: Submit\n'))).toMatchObject([
    {
      file: 'content/texts/en/form.yml',
      key: 'submit',
      message: 'No page shows this text: it is not in content/texts/es/form.yml. Remove it, or add it there.',
    },
  ])
})

test('an extra text with a name that every object has', () => {
  expect(check(changed('en/form.yml', 'send: Send\n', 'send: Send\nconstructor: Builder\n'))).toMatchObject([
    { file: 'content/texts/en/form.yml', key: 'constructor' },
  ])
})

test('a missing file and an extra file', () => {
  expect(check({ 'fr/form.yml': null, 'en/about.yml': 'title: About\n' })).toMatchObject([
    {
      file: 'content/texts/en/about.yml',
      key: '',
      message:
        'There is no content/texts/es/about.yml. If the name of this file is misspelt, mend it; otherwise remove it.',
    },
    {
      file: 'content/texts/fr/form.yml',
      key: '',
      message: 'This file is missing. Copy content/texts/es/form.yml to it, and write its texts in French.',
    },
  ])
})

test('a group where the others have a text', () => {
  expect(check(changed('en/form.yml', 'send: Send\n', 'send:\n  button: Send\n'))).toMatchObject([
    {
      file: 'content/texts/en/form.yml',
      key: 'send',
      message:
        'This is a group of texts, but a text in content/texts/es/form.yml. If this text holds a colon, put it between straight quotation marks.',
    },
  ])
})

test('a placeholder that differs', () => {
  expect(check(changed('fr/form.yml', '{{limit}}', '{{limite}}'))).toMatchObject([
    {
      file: 'content/texts/fr/form.yml',
      key: 'errors.long',
      near: '{{limite',
      message:
        'Write {{limit}} in place of {{limite}}, as in content/texts/es/form.yml. The site fills in what stands in braces: these words stay the same in every language.',
    },
  ])
})

test.each(['en', 'fr'])('a misspelt name is told once, with the right one (%s)', (language) => {
  expect(check(changed(`${language}/form.yml`, 'send:', 'sned:'))).toMatchObject([
    {
      file: `content/texts/${language}/form.yml`,
      key: 'sned',
      message:
        'In content/texts/es/form.yml this is called “send”. Write “send:” in place of “sned:”, or mend the name there.',
    },
  ])
})

test('the reference is never told to follow the others', () => {
  const told = check({
    ...changed('es/form.yml', 'send:', 'sned:'),
    'en/about.yml': 'title: About\n',
    'fr/about.yml': 'title: À propos\n',
  })
  expect(told.map(({ file, key }) => `${file} ${key}`)).toEqual([
    'content/texts/en/form.yml send',
    'content/texts/en/about.yml ',
    'content/texts/fr/form.yml send',
    'content/texts/fr/about.yml ',
  ])
})

test('a placeholder that is lost', () => {
  expect(check(changed('en/form.yml', '{{limit}}', '5,000'))).toMatchObject([
    { key: 'errors.long', message: expect.stringMatching(/^\{\{limit\}\} is missing here/) },
  ])
})

test.each(['""', '"  "'])('an empty text, %s, in the first language and in another', (empty) => {
  expect(
    check({
      ...changed('es/form.yml', 'Enviar', empty),
      ...changed('fr/form.yml', 'Envoyer', empty),
    }),
  ).toMatchObject([
    { file: 'content/texts/es/form.yml', key: 'send', message: 'This text is empty. Write it in Spanish.' },
    { file: 'content/texts/fr/form.yml', key: 'send', message: 'This text is empty. Write it in French.' },
  ])
})

test('a key with nothing after it', () => {
  expect(check(changed('es/form.yml', 'Enviar', ''))).toMatchObject([
    { file: 'content/texts/es/form.yml', key: 'send', message: 'This text is empty. Write it in Spanish.' },
  ])
})

test('only the home page’s slug may be empty', () => {
  const hero = {
    'es/hero.yml': 'head:\n  slug: ""\n',
    'en/hero.yml': 'head:\n  slug: ""\n',
    'fr/hero.yml': 'head:\n  slug: ""\n',
  }
  expect(check(hero)).toEqual([])
})

test('a sentence left in another language', () => {
  const sentence = 'One of our controllers is on site.'
  expect(
    check({
      'es/about.yml': `text: Uno de nuestros controladores está presente.\n`,
      'en/about.yml': `text: ${sentence}\n`,
      'fr/about.yml': `text: ${sentence}\n`,
    }),
  ).toContainEqual(
    expect.objectContaining({
      file: 'content/texts/fr/about.yml',
      key: 'text',
      message: 'This text is the same as in content/texts/en/about.yml. Write it in French.',
    }),
  )
})

test('of two sentences that are the same, the one in the wrong language is told', () => {
  const sentence = 'Our controller is there before the first animal and sees each of them alive.'
  expect(
    check({
      'es/about.yml': 'text: Nuestro controlador llega antes que el primer animal y los ve vivos a todos.\n',
      'en/about.yml': `text: ${sentence}\n`,
      'fr/about.yml': `text: ${sentence}\n`,
    }).map(({ file }) => file),
  ).toEqual(['content/texts/fr/about.yml'])
})

test('a paragraph in another language, although no other file has the same', () => {
  const spanish =
    'Nuestro controlador llega antes que el primer animal, mira cada uno mientras está vivo y anota en la hoja del día lo que ha visto, también lo que ha salido mal.'
  expect(
    check({
      'es/about.yml': `text: ${spanish}\n`,
      'en/about.yml':
        'text: Our controller is there before the first animal, sees each of them alive, and writes on the sheet of the day what was seen, what went wrong included.\n',
      'fr/about.yml': `text: Además, ${spanish}\n`,
    }),
  ).toMatchObject([
    {
      file: 'content/texts/fr/about.yml',
      key: 'text',
      message: 'This text reads as Spanish. Write it in French.',
    },
  ])
})

test('a paragraph that only nearly reads as another language is left alone', () => {
  expect(
    check({
      'es/about.yml':
        'text: El expediente sale del centro el mismo día, y otra persona lo revisa y decide. Para un certificador, donde acaba la prueba acaba la marca.\n',
      'en/about.yml':
        'text: The file leaves the site the same day, and a different person reviews it and decides. For a certifier, where the proof stops, the mark stops.\n',
      'fr/about.yml':
        'text: Le dossier quitte le site le jour même, puis une autre personne le relit et décide. Pour un certificateur, là où s’arrête la preuve s’arrête la marque.\n',
    }),
  ).toEqual([])
})

test('what may well be the same in several languages is left alone', () => {
  const same = 'title: Contact\nsources:\n  efsa: EFSA Journal 45, 2004, opinion on stunning and killing\n'
  expect(check({ 'es/about.yml': same, 'en/about.yml': same, 'fr/about.yml': same })).toEqual([])
})
