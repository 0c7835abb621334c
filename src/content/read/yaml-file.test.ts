import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContentError } from '../problem.ts'
import { readYaml, type YamlFile } from './yaml-file.ts'

function read(yaml: string | Buffer): YamlFile {
  const folder = mkdtempSync(join(tmpdir(), 'yaml-'))
  try {
    writeFileSync(join(folder, 'facts.yml'), yaml)
    return readYaml(join(folder, 'facts.yml'), 'content/facts.yml')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const problemsOf = (yaml: string | Buffer) => {
  try {
    read(yaml)
    return 'no problem'
  } catch (error) {
    return error instanceof ContentError ? error.problems : `not a ContentError: ${error}`
  }
}

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

test('every value is the text that it is, and a word in a comment or in quotes is no mark', () => {
  expect(read('year: 2024\ncode: 01000\nanswer: yes\nname: "!placeholder" # !placeholder\nempty:\n')).toEqual({
    value: { year: '2024', code: '01000', answer: 'yes', name: '!placeholder', empty: '' },
    placeholders: [],
  })
})

/** What is wrong, on which line, and the words of the message that help. */
const mistakes: [what: string, yaml: string, line: number, told: string][] = [
  [
    'a colon',
    'a: x\nlead: Note: more',
    2,
    'holds a colon, so it must stand between quotation marks. Write: lead: "Note: more"',
  ],
  ['a colon at the end', 'lead: Note:\n', 1, 'Write: lead: "Note:"'],
  [
    'braces at the start',
    'lead: {{name}} is here',
    1,
    'begins with {, so it must stand between quotation marks. Write: lead: "{{name}} is here"',
  ],
  ['nothing but braces', 'lead: {{name}}', 1, 'Write: lead: "{{name}}"'],
  ['a star at the start', 'lead: *tayyib* is', 1, 'Write: lead: "*tayyib* is"'],
  ['a link at the start', 'lead: [w](page:x) is', 1, 'Write: lead: "[w](page:x) is"'],
  ['an exclamation mark', 'lead: !Hola amigo', 1, 'Write: lead: "!Hola amigo"'],
  ['a dash', 'lead: - x', 1, 'Write: lead: "- x"'],
  ['quotation marks inside', 'lead: "The "best" one"', 1, 'Write: lead: "The “best” one"'],
  ['an apostrophe inside', "lead: 'L'eau'", 1, 'Write: lead: "L’eau"'],
  ['an open quotation mark', 'lead: "not closed\nb: two\nc: three\n', 1, 'Write: lead: "not closed"'],
  ['a number sign', 'lead: Our #1 aim', 1, 'Write: lead: "Our #1 aim"'],
  ['a tab', 'a:\n\tb: x\n', 2, 'begins with a tab'],
  ['a special space', 'a:\n\u00a0\u00a0b: x\n', 2, 'begins with a special space'],
  ['no space after the colon', 'a: x\nlead:The text\n', 2, 'Write: lead: The text'],
  ['no space after the dash', '- a\n-b\n', 2, 'Write: - b'],
  ['no space after a dash further right', 'l:\n  - a\n  -b c\n', 3, 'Write: - b c'],
  ['a dash left out', 'l:\n  - a\n  b\n  - c\n', 3, 'in a list “- text”'],
  ['a name twice', 'a: 1\nb: 2\na: 3\n', 3, '“a” stands twice'],
  ['a line that goes too far left', 'h:\n  a: x\n b: y\n', 3, 'begins with 1 space, the line above it with 2 spaces'],
  ['a line that goes too far right', 'a: x\n  b: y\n', 2, 'Let both begin with no space'],
  [
    'a line moved to the left',
    'h:\n  a: x\nb: y\n  c: z\n  d: z\n',
    3,
    'begins with no space, the line below it with 2 spaces',
  ],
  [
    'a first line moved to the left',
    'g:\n  h:\n  a: x\n    b: y\n',
    3,
    'begins with 2 spaces, the line below it with 4',
  ],
  [
    'a quoted line moved to the left',
    'h:\n  a: x\nb: "y"\n  c: z\n',
    3,
    'begins with no space, the line below it with 2',
  ],
  [
    'a long text moved to the left',
    'h:\n  a: x\nb: >-\n    y\n  c: z\n',
    3,
    'begins with no space, the line below it with 2',
  ],
  [
    'a line below a long text that goes too far right',
    'a: >-\n  long\nb: x\n  c: y\n',
    4,
    'Let both begin with no space',
  ],
  ['a second line', 'body: |\n  one\ntwo is here\n', 3, 'This line has no name'],
  ['a comma left out between braces', 'p:\n  - { country: PL role: x }\n', 2, 'a comma before the next one'],
  ['a misspelt mark', 'name: !placehoder Mizan', 1, 'Write !placeholder in place of !placehoder'],
  ['two people at once', '<<<<<<< HEAD\na: x\n=======\na: y\n>>>>>>> b\n', 1, 'at the same time'],
]

test.each(mistakes)('%s is told with its line and what to write', (_what, yaml, line, told) => {
  expect(problemsOf(yaml)).toEqual([
    { file: 'content/facts.yml', key: '', line, message: expect.stringContaining(told) },
  ])
})

test.each([
  ['Alcalá', 'latin1'],
  ['Alcalá', 'utf16le'],
  ['Valencia', 'utf16le'],
] as const)('“%s” saved as %s is told to be saved as UTF-8', (city, encoding) => {
  const message = 'This file is not saved as UTF-8. Save it again as UTF-8.'
  expect(problemsOf(Buffer.from(`city: ${city}\n`, encoding))).toEqual([
    { file: 'content/facts.yml', key: '', message },
  ])
})

test('what a message says to write can be read', () => {
  const remedies = mistakes.flatMap(([, , , told]) => /Write: (\w+: .*)$/.exec(told)?.[1] ?? [])
  expect(remedies.length).toBeGreaterThan(10)
  for (const remedy of remedies) expect(problemsOf(remedy)).toBe('no problem')
})
