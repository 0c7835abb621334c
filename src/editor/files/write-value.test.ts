import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYamlText } from '../../content/read/yaml-file.ts'
import { formatPath, parsePath } from './key-path.ts'
import { findValue, noteAbove, readValues } from './read-values.ts'
import { copyValue, setValue } from './write-value.ts'

const files = globSync('content/**/*.yml').map((file) => ({ file, source: readFileSync(file, 'utf8') }))

test('there are files to try', () => expect(files.length).toBeGreaterThan(40))

test.each(files)('$file: values become others and come back, to the byte', ({ source }) => {
  const values = readValues(source)
  expect(values.length).toBeGreaterThan(0)
  for (const { path } of values) expect(parsePath(formatPath(path))).toEqual(path)
  // About ten of each file, for time; the random edits below reach all of them.
  for (const { path } of values.filter((_, index) => index % Math.ceil(values.length / 10) === 0)) {
    const changed = setValue(source, path, 'Other words: “quoted”, # and 1 { or [')
    expect(findValue(changed, path).value).toBe('Other words: “quoted”, # and 1 { or [')
    expect(copyValue(changed, path, source)).toBe(source)
  }
})

/** Everything but the value itself: the bytes before it, with its own mark or without, and those after it. */
function surroundings(source: string, path: string): { before: string; after: string } {
  const { start, end, mark } = findValue(source, parsePath(path))
  const begin = mark && formatPath(mark.path) === path ? mark.start : start
  // A block scalar's bytes include the line break at its end.
  const isClosed = end > start && source[end - 1] === '\n'
  return {
    // An empty value has no space before it; its first word brings one.
    before: source.slice(0, begin).replace(/[ ]+$/, ''),
    after: source.slice(isClosed ? end - 1 : end).replace(/^\r/, ''),
  }
}

const signs = fc.constantFrom(
  ': ',
  ' #',
  '"',
  "'",
  '\n',
  '\n\n',
  '  ',
  '- ',
  '!placeholder ',
  '{{name}}',
  '|',
  '>',
  '&',
  '*',
  '%',
  '@',
  '`',
  '---',
  '\t',
  '\r',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'ﷺ',
  '<<<<<<< ',
  ',',
  '[',
  '}',
)
const words = fc.constantFrom('halal', 'carne', 'à', 'certificación', 'of the animal', 'null', 'true', '2024', '~')
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.oneof(signs, words, fc.constant(' ')), { maxLength: 60 }).map((parts) => parts.join('')),
)

const hard = [
  '# a\nplain: one\nempty:\nnoted:   # why\nmarked: !placeholder +34 000\nquoted: "a: b"\nsingle: \'it\'\'s\'\nfolded: >-\n  one\n  two\n\nkept: >+\n  a\n\n\nlit: |\n  a\n\n  b\nlist:\n  - one\n  -\n  - name: x\n    text: |-\n        deep\n  - { country: ES, name: !placeholder "", k: }\ngroup: !placeholder { es: A, en: "B, C" }\nlast: end',
]
const sources = [
  ...files.map(({ source }) => source),
  ...hard,
  ...hard.map((source) => source.replaceAll('\n', '\r\n')),
]

test('thousands of random edits read back as meant, and every other byte is as it was', () => {
  fc.assert(
    fc.property(fc.nat(sources.length - 1), fc.nat(), anyText, (file, place, text) => {
      const source = sources[file] as string
      const values = readValues(source)
      const { path, mark } = values[place % values.length] as (typeof values)[number]
      const name = formatPath(path)
      const edited = setValue(source, path, text)
      // Read as the site reads it: the edit changes one value and its mark, and nothing else in the file.
      const before = readYamlText(source, '')
      const after = readYamlText(edited, '')
      expect(findValue(edited, path).value).toBe(text)
      const others = (edit: string) =>
        readValues(edit).map((value) => [formatPath(value.path), formatPath(value.path) === name || value.value])
      expect(others(edited)).toEqual(others(source))
      const isReplaced = mark && formatPath(mark.path) === name && edited !== source
      expect(after.placeholders).toEqual(before.placeholders.filter((key) => !isReplaced || key !== path.join('.')))
      if (edited !== source) expect(surroundings(edited, name)).toEqual(surroundings(source, name))
    }),
    { numRuns: 2000 },
  )
})

test('a text keeps its way of being written', () => {
  const source = 'a: >-\n  one two\n  three\n# about b\nb: |\n  one\n\n  two\nc: "x: y"\nd: plain\n'
  expect(setValue(source, ['a'], `${'word '.repeat(40)}end`)).toMatch(/^a: >-\n( {2}\S.{1,117}\n){2}# about b\nb:/)
  expect(setValue(source, ['b'], 'one\n\ntwo\n\nthree\n')).toContain('b: |\n  one\n\n  two\n\n  three\nc: ')
  expect(setValue(source, ['c'], 'z: y')).toContain('c: "z: y"\n')
  expect(setValue(source, ['d'], 'still plain')).toContain('d: still plain\n')
  expect(setValue(source, ['d'], 'now: quoted')).toContain('d: "now: quoted"\n')
  expect(setValue(source, ['d'], 'x'.repeat(60).concat(' ').repeat(3).trim())).toContain('d: >-\n  xxx')
})

test('the mark goes with what it marked, and no other', () => {
  const source = 'a: !placeholder +34 000\nb: !placeholder ""\nc: !placeholder { es: A, en: B }\n'
  expect(setValue(source, ['a'], '+34 961 000 000')).toBe(source.replace('!placeholder +34 000', '+34 961 000 000'))
  expect(setValue(source, ['c', 'es'], 'D')).toBe(source.replace('es: A', 'es: D'))
})

test('notes above names are told with them', () => {
  const source = '# The page.\n# Its title.\ntitle: A\ngroup:\n  # Two lines\n  # of it.\n  one: B\n  two: C\n'
  const notes = readValues(source).map(({ path, nameStart }) => [formatPath(path), noteAbove(source, nameStart)])
  expect(notes).toEqual([
    ['title', 'Its title.'],
    ['group.one', 'Two lines of it.'],
    ['group.two', ''],
  ])
})
