import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf, scopesOf } from './sender-limit.ts'

const rule = { count: 5, windowMs: 600_000 }
const key = randomBytes(32)
const scopes = (address: string, by = key) => scopesOf(address, rule, by).map(({ scope }) => scope)

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
  ['::', '0:0:0:0'],
  ['1::', '1:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ['2001:db8:1:2:3:4:192.0.2.33', '2001:db8:1:2'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s is one sender with all of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an IPv4 address counts for itself and among everybody, an IPv6 address also among its site', () => {
  expect(scopesOf('192.0.2.1', rule, key).map(({ most }) => most)).toEqual([5, 500])
  expect(scopesOf('2001:db8:1:2::1', rule, key).map(({ most }) => most)).toEqual([5, 20, 500])
  expect(scopesOf('192.0.2.1', { ...rule, count: 0 }, key)).toEqual([])
})

test('two IPv6 addresses share a scope for each of 64 and 48 bits that they have in common', () => {
  const group = fc.integer({ min: 0, max: 1 }).map((bit) => (bit ? 'db8' : '1'))
  const address = fc.array(group, { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [left, right] = [scopes(one.join(':')), scopes(other.join(':'))]
      const isShared = (length: number) => one.slice(0, length).join() === other.slice(0, length).join()
      expect(left.map((scope, index) => scope === right[index])).toEqual([isShared(4), isShared(3), true])
      expect(new Set(left).size).toBe(3)
    }),
  )
})

test('a scope depends on the key and shows neither key nor address', () => {
  expect(scopes('192.0.2.1')).not.toEqual(scopes('192.0.2.2'))
  for (const [index, scope] of scopes('2001:db8:1:2::1').entries()) {
    expect(scope).toMatch(/^[\w-]{43}$/)
    expect(scope).not.toBe(scopes('2001:db8:1:2::1', randomBytes(32))[index])
  }
})
