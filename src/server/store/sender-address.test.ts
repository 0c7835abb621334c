import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSender, networkOf } from './sender-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ['2001:db8:1:2:3:4:192.0.2.33', '2001:db8:1:2'],
  ['not an address', 'not an address'],
])('%s is one sender with all of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('the hash depends on the key and the network, and shows neither', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  expect(hashSender('2001:db8:1:2::1', key)).toBe(hashSender('2001:db8:1:2::2', key))
  expect(hashSender('192.0.2.1', key)).not.toBe(hashSender('192.0.2.2', key))
  expect(hashSender('192.0.2.1', key)).not.toBe(hashSender('192.0.2.1', other))
  expect(hashSender('192.0.2.1', key)).toMatch(/^[\w-]{43}$/)
})
