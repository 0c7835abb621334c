import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { networkOf, scopesOf } from './sender-limit.ts'

const key = randomBytes(32)
const scopes = (address: string, by = key) =>
  scopesOf(address, { count: 5, windowMs: 600_000 }, by).map(({ scope }) => scope)

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1::', '1:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ['2001:db8:1:2:3:4:192.0.2.33', '2001:db8:1:2'],
  ['not an address', 'not an address'],
])('%s is one sender with all of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a scope depends on the key and shows neither key nor address', () => {
  expect(scopes('192.0.2.1')).not.toEqual(scopes('192.0.2.2'))
  for (const [index, scope] of scopes('2001:db8:1:2::1').entries()) {
    expect(scope).toMatch(/^[\w-]{43}$/)
    expect(scope).not.toBe(scopes('2001:db8:1:2::1', randomBytes(32))[index])
  }
})

test('a connection that was reset before it was accepted has no address, and counts as one sender', () => {
  expect(networkOf(undefined as unknown as string)).toBe('')
})
