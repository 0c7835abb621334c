import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContentError } from '../problem.ts'
import { readYaml, type YamlFile } from './yaml-file.ts'

function read(yaml: string): YamlFile {
  const folder = mkdtempSync(join(tmpdir(), 'yaml-'))
  try {
    writeFileSync(join(folder, 'facts.yml'), yaml)
    return readYaml(join(folder, 'facts.yml'), 'content/facts.yml')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const problemsOf = (yaml: string) => {
  try {
    read(yaml)
    return 'no problem'
  } catch (error) {
    return error instanceof ContentError ? error.problems : `not a ContentError: ${error}`
  }
}

test('reads values, and lists no placeholder where none is marked', () => {
  expect(read('name: Mizan Halal\noffices: [{ id: valencia }]\n')).toEqual({
    value: { name: 'Mizan Halal', offices: [{ id: 'valencia' }] },
    placeholders: [],
  })
})

test('lists each value marked !placeholder by its key, and reads what follows the mark', () => {
  const { value, placeholders } = read(`
name: !placeholder Mizan Halal
offices:
  - id: valencia
    phone: !placeholder +34 000 000 000
  - id: floirac
    phone: +33 5 36 49 10 20
    street: !placeholder ""
bodies:
  - name: !placeholder { en: Example Body, es: Ejemplo }
  - !placeholder { name: Nobody }
`)
  expect(placeholders).toEqual(['name', 'offices.0.phone', 'offices.1.street', 'bodies.0.name', 'bodies.1'])
  expect(value).toEqual({
    name: 'Mizan Halal',
    offices: [
      { id: 'valencia', phone: '+34 000 000 000' },
      { id: 'floirac', phone: '+33 5 36 49 10 20', street: '' },
    ],
    bodies: [{ name: { en: 'Example Body', es: 'Ejemplo' } }, { name: 'Nobody' }],
  })
})

test('a word in a comment or in quotes is no mark', () => {
  expect(read('name: "!placeholder" # !placeholder\n').placeholders).toEqual([])
})

test('every value is the text that it is', () => {
  expect(read('year: 2024\ncode: 01000\nanswer: yes\nempty:\n').value).toEqual({
    year: '2024',
    code: '01000',
    answer: 'yes',
    empty: '',
  })
})

const inQuotes = 'so it must stand between quotation marks. Write:'
const mistakes: [what: string, yaml: string, line: number, message: string][] = [
  ['a colon', 'a: x\nlead: Note: more', 2, `This text holds a colon, ${inQuotes} lead: "Note: more"`],
  ['a colon at the end', 'lead: Note:\n', 1, `This text holds a colon, ${inQuotes} lead: "Note:"`],
  ['braces at the start', 'lead: {{name}} is here', 1, `This text begins with {, ${inQuotes} lead: "{{name}} is here"`],
  ['nothing but braces', 'lead: {{name}}', 1, `This text begins with {, ${inQuotes} lead: "{{name}}"`],
  ['a star at the start', 'lead: *tayyib* is', 1, `This text begins with *, ${inQuotes} lead: "*tayyib* is"`],
  ['a link at the start', 'lead: [w](page:x) is', 1, `This text begins with [, ${inQuotes} lead: "[w](page:x) is"`],
  ['an exclamation mark', 'lead: !Hola amigo', 1, `This text begins with !, ${inQuotes} lead: "!Hola amigo"`],
  ['a dash', 'lead: - x', 1, `This text begins with -, ${inQuotes} lead: "- x"`],
  [
    'quotation marks inside',
    'lead: "The "best" one"',
    1,
    'The quotation mark that closes this text stands in the middle of it. Write: lead: "The “best” one"',
  ],
  [
    'an apostrophe inside',
    "lead: 'L'eau'",
    1,
    'The quotation mark that closes this text stands in the middle of it. Write: lead: "L’eau"',
  ],
  [
    'an open quotation mark',
    'lead: "not closed\nb: two\nc: three\n',
    1,
    'The quotation mark " at the beginning of this text is not closed. Write: lead: "not closed"',
  ],
  [
    'a number sign',
    'lead: Our #1 aim',
    1,
    'What follows “ #” would not be shown: put the text between quotation marks. Write: lead: "Our #1 aim"',
  ],
  [
    'a tab',
    'a:\n\tb: x\n',
    2,
    'This line begins with a tab. Remove it, and type as many spaces as the lines beside it begin with.',
  ],
  [
    'a special space',
    'a:\n\u00a0\u00a0b: x\n',
    2,
    'This line begins with a special space that looks like an ordinary one. Remove it, and type ordinary spaces.',
  ],
  ['no space after the colon', 'a: x\nlead:The text\n', 2, 'A space is missing after the colon. Write: lead: The text'],
  ['a name twice', 'a: 1\nb: 2\na: 3\n', 3, '“a” stands twice. Remove one of the two.'],
  [
    'a line that goes too far left',
    'h:\n  a: x\n b: y\n',
    3,
    'This line begins with 1 space, the line above it with 2 spaces. Lines that belong together begin below each other.',
  ],
  [
    'a line that goes too far right',
    'a: x\n  b: y\n',
    2,
    'This line begins further to the right than the line above it, as if it belonged to that text. Let both begin with no space.',
  ],
  [
    'a second line',
    'body: |\n  one\ntwo is here\n',
    3,
    'This line has no name. A text of its own is written “name: text”; a line that goes on with the text above begins with the same spaces as that text.',
  ],
  [
    'a comma left out between braces',
    'p:\n  - { country: PL role: x }\n',
    2,
    'Something is missing between the braces { and }. Inside, write “name: value” and a comma before the next one, and close with }. A value that holds a comma or a colon stands between straight quotation marks.',
  ],
  [
    'a misspelt mark',
    'name: !placehoder Mizan',
    1,
    'The mark is misspelt. Write !placeholder in place of !placehoder.',
  ],
  [
    'two people at once',
    '<<<<<<< HEAD\na: x\n=======\na: y\n>>>>>>> b\n',
    1,
    'Two people changed this passage at the same time. Keep the lines of one of them, and remove the lines of <, = and >.',
  ],
]

test.each(mistakes)('%s is told with its line and what to write', (_what, yaml, line, message) => {
  expect(problemsOf(yaml)).toEqual([{ file: 'content/facts.yml', key: '', line, message }])
})

test('what a message says to write can be read', () => {
  const remedies = mistakes.flatMap(([, , , message]) => / Write: (\w+: .*)$/.exec(message)?.[1] ?? [])
  expect(remedies.length).toBeGreaterThan(10)
  for (const remedy of remedies) expect(problemsOf(remedy)).toBe('no problem')
})
