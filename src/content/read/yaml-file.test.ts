import { expect, test } from 'vitest'
import { readYamlText } from './yaml-file.ts'

const read = (yaml: string) => readYamlText(yaml, 'content/facts.yml')

test('lists placeholders and comments by their keys, and reads what follows a tag', () => {
  const { tree, placeholders, notes } = read(`
# Facts
# of all
name: !placeholder Mizan Halal
offices:
  - # In small letters
    id: valencia
    # With its prefix
    phone: !placeholder +34 000 000 000
  - id: floirac
    phone: +33 5 36 49 10 20
    street: !placeholder ""
bodies:
  - name: { en: !placeholder Example Body, es: Ejemplo }
`)
  expect(placeholders).toEqual(['name', 'offices[0].phone', 'offices[1].street', 'bodies[0].name.en'])
  expect(notes).toEqual({
    '': 'Facts of all',
    'offices[0].id': 'In small letters',
    'offices[0].phone': 'With its prefix',
  })
  expect(tree).toEqual({
    name: 'Mizan Halal',
    offices: [
      { id: 'valencia', phone: '+34 000 000 000' },
      { id: 'floirac', phone: '+33 5 36 49 10 20', street: '' },
    ],
    bodies: [{ name: { en: 'Example Body', es: 'Ejemplo' } }],
  })
})

test('every value is the text that it is, and a word in a comment or in quotes is no tag', () => {
  expect(read('year: 2024\ncode: 01000\nanswer: yes\nname: "!placeholder" # !placeholder\nempty:\n')).toEqual({
    tree: { year: '2024', code: '01000', answer: 'yes', name: '!placeholder', empty: '' },
    placeholders: [],
    notes: {},
  })
})
