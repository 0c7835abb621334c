import { expect, test } from 'vitest'
import { interpolate, placeholdersOf } from './interpolate.ts'

test('every placeholder that has a value is filled with it as it is, and the others stay', () => {
  const values = { length: 6, title: '& <tayyib> $& {{limit}}' }
  expect(interpolate('{{length}} of {{ limit }}: {{ title }} {{toString}} {{length}}', values)).toBe(
    '6 of {{ limit }}: & <tayyib> $& {{limit}} {{toString}} 6',
  )
  expect(placeholdersOf('{{type}}: {{ address }} ({{type}}) { here }')).toEqual(['address', 'type'])
})
