import { expect, test } from 'vitest'
import { acceptedEncoding } from './accept-headers.ts'

test('a client gets the smallest form that it accepts and the file has, in its own order of preference', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd', ['br', 'gzip'])).toBe('br')
  expect(acceptedEncoding('gzip;q=1.0, br;q=0.5', ['br', 'gzip'])).toBe('gzip')
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  for (const header of ['deflate', 'br;q=0, gzip;q=0', undefined])
    expect(acceptedEncoding(header, ['br', 'gzip'])).toBeUndefined()
})
