import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYamlText } from '../../content/read/yaml-file.ts'
import { type KeyPath, type TextTree, textsIn, valueAt } from '../../content/text-tree.ts'
import { unwritable } from '../content-paths.ts'
import { replaceAt } from './yaml-edit.ts'

const before = `# Of the whole file
name: !placeholder Mizan
# Of the next text
since: ""
offices:
  - id: valencia
    city: { es: !placeholder Valencia, fr: Valence }
    # In figures
    phone: !placeholder +34 000 000 000
  - { id: floirac, city: Floirac, phone: "+33" }
body: |
  First.

  - one # two
`
const published = before.replace(/# Of the next.*\n/, '')
const { tree } = readYamlText(before, 'facts.yml')
const paths = Array.from(textsIn(tree), ([path]) => path)
const [first = '', second = ''] = valueAt(tree, ['offices']) as TextTree[]

const text = fc.oneof(
  fc
    .string({ unit: 'grapheme' })
    .map((text) => text.trim())
    .filter((text) => !unwritable.test(text)),
  fc.constantFrom('', '# a', 'a: b', '!a', '- a', '"', 'a\n\nb'),
)
const texts = fc.array(fc.tuple(fc.constantFrom(...paths), text), { minLength: 1, maxLength: 4 })
const list = fc.constantFrom<TextTree[]>([second, first], [second], [first, second, { id: '', city: '', phone: '' }])
const changes = fc.oneof(texts, fc.tuple(fc.tuple(fc.constant<KeyPath>(['offices']), list)))

test('what is edited stands there; taken back, it is the same file, with its comments and marks', () => {
  fc.assert(
    fc.property(changes, (changes: [path: KeyPath, value: TextTree][]) => {
      let source = before
      for (const [path, value] of changes) {
        source = replaceAt(source, path, value, published)
        expect(valueAt(readYamlText(source, 'facts.yml').tree, path)).toEqual(value)
      }
      for (const [path] of changes.toReversed()) source = replaceAt(source, path, valueAt(tree, path) ?? '', published)
      expect(source).toBe(before)
    }),
  )
})

test('the mark of a placeholder goes with its value, or for a value that is real', () => {
  const edited = (path: string[], value: string, isReal?: boolean) => replaceAt(before, path, value, published, isReal)
  expect(edited(['name'], 'Other')).toBe(before.replace('!placeholder Mizan', 'Other'))
  expect(edited(['name'], 'Mizan', true)).toBe(before.replace('!placeholder Mizan', 'Mizan'))
})
