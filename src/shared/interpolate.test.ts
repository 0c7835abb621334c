import { expect, test } from 'vitest'
import { interpolate, variablesOf } from './interpolate.ts'

test('every variable that has a value is filled with it as it is, and the others stay', () => {
  const values = { length: 6, title: '& <tayyib> $& {{limit}}' }
  expect(interpolate('{{length}} of {{ limit }}: {{ title }} {{toString}} {{length}}', values)).toBe(
    '6 of {{ limit }}: & <tayyib> $& {{limit}} {{toString}} 6',
  )
  expect(variablesOf('{{type}}: {{ address }} ({{type}}) { here }')).toEqual(['address', 'type'])
})
