import { expect, test } from 'vitest'
import { readYamlText } from '../../content/read/yaml-file.ts'
import { addItem, addKey, copyItem, countItems, moveItem, removeItem, removeKey } from './lists.ts'

const articles = '# Their order is that of the site.\n- one\n- two\n'
const article = 'title: Un\nsources:\n  # the first\n  b1: "Sahih al-Boukhari : 1"\n'

const partner = '  - { country: PL, role: slaughterhouse, name: !placeholder "" }\n'
const facts = `offices:
  - id: valencia
    phone: !placeholder +34 000
    # Cities on the map.
    nearby:
      - { name: Madrid, latitude: 40.4 }
  - id: floirac
    phone: +33 000

# Those who cut.
partners:
${partner}  - { country: FR, role: cutting_plant, name: "A, B" }

last: end
`

/** Lines that one text has and the other has not. */
const linesOf = (text: string) => text.split('\n')
const added = (before: string, after: string) => linesOf(after).filter((line) => !linesOf(before).includes(line))

test('a partner is copied, moved and removed by whole lines, and nothing else moves', () => {
  const count = countItems(facts, ['partners'])
  const more = copyItem(facts, ['partners'], 0)
  expect(countItems(more, ['partners'])).toBe(count + 1)
  expect(more.length - facts.length).toBe(partner.length)
  const back = moveItem(moveItem(more, ['partners'], count, 0), ['partners'], 0, count)
  expect(back).toBe(more)
  expect(removeItem(more, ['partners'], count)).toBe(facts)
})

test('an office goes with the comments inside it, and comes back to its place', () => {
  expect(moveItem(moveItem(facts, ['offices'], 0, 1), ['offices'], 1, 0)).toBe(facts)
  const { placeholders } = readYamlText(moveItem(facts, ['offices'], 0, 1), '')
  expect(placeholders).toContain('offices.1.phone')
})

test('comments above an item move and go with it', () => {
  const source = 'list:\n  - one\n  # about two\n  - two\n  - three\n# end\nnext: x\n'
  expect(moveItem(source, ['list'], 1, 2)).toBe('list:\n  - one\n  - three\n  # about two\n  - two\n# end\nnext: x\n')
  expect(removeItem(source, ['list'], 1)).toBe('list:\n  - one\n  - three\n# end\nnext: x\n')
})

test('an article is added to the list, and its last one cannot be removed', () => {
  expect(added(articles, addItem(articles, [], 'slaughter_day'))).toEqual(['- slaughter_day'])
  expect(() => removeItem('- one\n', [], 0)).toThrow(RangeError)
  expect(addItem('- one', [], 'two')).toBe('- one\n- two\n')
})

test('a source is added and removed, also the first and the last', () => {
  const more = addKey(article, ['sources'], 'm1', 'Sahih Muslim: n.º 1')
  expect(added(article, more)).toEqual(['  m1: "Sahih Muslim: n.º 1"'])
  expect(removeKey(more, ['sources'], 'm1')).toBe(article)
  const none = removeKey('a: b\nsources:\n  m1: x\nz: y\n', ['sources'], 'm1')
  expect(none).toBe('a: b\nsources: {}\nz: y\n')
  expect(addKey(none, ['sources'], 'm2', 'y')).toBe('a: b\nsources:\n  m2: "y"\nz: y\n')
})

test('a group is added to a list of groups, with words of every kind', () => {
  const source = 'list:\n  - text: a\n    reason: b\n# end\nnext: x\n'
  expect(addItem(source, ['list'], { text: 'c.yml#d', paragraphs: ['3'], reason: 'It says "no": nothing.' })).toBe(
    'list:\n  - text: a\n    reason: b\n  - text: "c.yml#d"\n    paragraphs: ["3"]\n    reason: "It says \\"no\\": nothing."\n# end\nnext: x\n',
  )
  expect(() => addItem('list: []\n', ['list'], { text: 'a' })).toThrow(RangeError)
})
