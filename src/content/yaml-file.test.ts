import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContentError } from './problem.ts'
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

test('what is not YAML is told with file and line', () => {
  expect(problemsOf('name: one\ntext: "not closed\n')).toEqual([
    { file: 'content/facts.yml', key: expect.stringMatching(/^line [23]$/), message: expect.stringMatching(/\S/) },
  ])
})

test('a colon without quotes, the commonest slip, is told with its line', () => {
  expect(problemsOf('title: one\nlead: Note: this breaks\n')).toMatchObject([
    { file: 'content/facts.yml', key: 'line 2' },
  ])
})

test('a key written twice is told with its line', () => {
  expect(problemsOf('title: one\nlead: two\ntitle: three\n')).toMatchObject([
    { file: 'content/facts.yml', key: 'line 3', message: expect.stringContaining('unique') },
  ])
})
