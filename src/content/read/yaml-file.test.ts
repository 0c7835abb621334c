import { expect, test } from 'vitest'
import { readYamlText } from './yaml-file.ts'

const read = (yaml: string) => readYamlText(yaml, 'content/facts.yml')

test('lists each value with the tag !placeholder by its key, and reads what follows the tag', () => {
  const { value, placeholders } = read(`
name: !placeholder Mizan Halal
offices:
  - id: valencia
    phone: !placeholder +34 000 000 000
  - id: floirac
    phone: +33 5 36 49 10 20
    street: !placeholder ""
bodies:
  - name: { en: !placeholder Example Body, es: Ejemplo }
`)
  expect(placeholders).toEqual(['name', 'offices.0.phone', 'offices.1.street', 'bodies.0.name.en'])
  expect(value).toEqual({
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
    value: { year: '2024', code: '01000', answer: 'yes', name: '!placeholder', empty: '' },
    placeholders: [],
  })
})
