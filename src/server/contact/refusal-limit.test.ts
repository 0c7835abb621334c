import { expect, test } from 'vitest'
import { RefusalLimit } from './refusal-limit.ts'

const windowMs = 600_000

function limitOf(count: number) {
  const clock = { now: 5_000 }
  return { clock, limit: new RefusalLimit({ count, windowMs }, () => clock.now) }
}

test('who was refused as often as allowed waits until ten minutes after the first time', () => {
  const { clock, limit } = limitOf(3)
  for (const _ of [1, 2, 3]) {
    expect(limit.waitMs('192.0.2.1')).toBe(0)
    limit.note('192.0.2.1')
    clock.now += 1_000
  }
  expect(limit.waitMs('192.0.2.1')).toBe(windowMs - 3_000)
  expect(limit.waitMs('192.0.2.2')).toBe(0)
  clock.now += windowMs - 3_000
  expect(limit.waitMs('192.0.2.1')).toBe(0)
  // The next refusal begins a new window.
  clock.now += 1
  limit.note('192.0.2.1')
  expect(limit.waitMs('192.0.2.1')).toBe(0)
})

test('all addresses of a network of 64 bits are one sender, and so are all ports', () => {
  const { limit } = limitOf(2)
  limit.note('2001:db8::1')
  limit.note('[2001:db8::ffff:2]:4711')
  expect(limit.waitMs('2001:db8::3')).toBe(windowMs)
  expect(limit.waitMs('2001:db8:0:1::3')).toBe(0)
})

test('however many networks there are, it remembers the last 10,000', () => {
  const { limit } = limitOf(1)
  const addresses = Array.from({ length: 10_001 }, (_, index) => `10.0.${index >> 8}.${index & 0xff}`)
  for (const address of addresses) limit.note(address)
  expect(addresses.filter((address) => limit.waitMs(address) === 0)).toEqual(['10.0.0.0'])
})
