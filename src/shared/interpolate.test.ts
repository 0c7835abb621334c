import { expect, test } from 'vitest'
import { interpolate, placeholdersOf } from './interpolate.ts'

test('fills a placeholder, with or without spaces, wherever it is', () => {
  expect(interpolate('{{length}} of {{ limit }}, {{length}}!', { length: 6, limit: '5,000' })).toBe('6 of 5,000, 6!')
})

test('does not escape what it fills in', () => {
  expect(interpolate('Read more: {{title}}', { title: 'Halal & <tayyib> $& "l’un"' })).toBe(
    'Read more: Halal & <tayyib> $& "l’un"',
  )
})

test('leaves a placeholder without a value, be it in a filled-in text or what every object has', () => {
  expect(interpolate('{{name}} {{toString}}', { name: '{{email}}', email: 'a@b' })).toBe('{{email}} {{toString}}')
})

test('lists the placeholders of a text by name, each once', () => {
  expect(placeholdersOf('{{type}}: {{ address }} ({{type}})')).toEqual(['address', 'type'])
  expect(placeholdersOf('No placeholder { here }')).toEqual([])
})
