import { expect, test } from 'vitest'
import type { Encoding } from '../../shared/built-site.ts'
import { acceptedEncoding } from './accept-headers.ts'

const both: Encoding[] = ['br', 'gzip']

test.each<[header: string | undefined, encoding: Encoding | undefined, why: string]>([
  ['gzip, deflate, br, zstd', 'br', 'what browsers send: the smallest form'],
  ['deflate', undefined, 'a client that reads neither'],
  [undefined, undefined, 'no header'],
  ['BR', 'br', 'capital letters'],
  ['gzip;q=1.0, br;q=0.5', 'gzip', 'the client’s own order goes first'],
  ['br ; q=0.4 , gzip ; q=0.3', 'br', 'spaces around the weights'],
  ['br;q=0, gzip;q=0', undefined, 'both refused'],
  ['br;q=0, *', 'gzip', 'anything but Brotli'],
  ['gzip;q=0.5, *;q=0.8', 'br', 'the star means what is not named'],
  ['br;q=many, gzip', 'gzip', 'a weight that is no number'],
])('Accept-Encoding %j gets %s: %s', (header, encoding) => expect(acceptedEncoding(header, both)).toBe(encoding))

test('never gives a form that the file does not have', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br', ['gzip'])).toBeUndefined()
  expect(acceptedEncoding('*', [])).toBeUndefined()
})
