import fc from 'fast-check'
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
})

test('all addresses of a network of 64 bits are one sender, and so are all ports', () => {
  const { limit } = limitOf(2)
  limit.note('2001:db8::1')
  limit.note('[2001:db8::ffff:2]:4711')
  expect(limit.waitMs('2001:db8::3')).toBe(windowMs)
  expect(limit.waitMs('2001:db8:0:1::3')).toBe(0)
})

test('a limit of 0 is none', () => {
  const { limit } = limitOf(0)
  for (let count = 0; count < 1_000; count++) limit.note('192.0.2.1')
  expect([limit.waitMs('192.0.2.1'), limit.size]).toEqual([0, 0])
})

test('however many networks there are, it remembers 10,000, and none for longer than its window', () => {
  const { clock, limit } = limitOf(1)
  for (let index = 0; index < 30_000; index++) limit.note(`10.${index >> 16}.${(index >> 8) & 0xff}.${index & 0xff}`)
  expect(limit.size).toBe(10_000)
  clock.now += windowMs
  limit.waitMs('192.0.2.1')
  expect(limit.size).toBe(0)
})

test('no network is refused that often within any window, whatever comes when', () => {
  const count = 4
  const event = fc.record({
    network: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::'),
    pauseMs: fc.oneof(fc.nat(50), fc.nat(windowMs)),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const { clock, limit } = limitOf(count)
      const refusedAt = new Map<string, number[]>()
      for (const { network, pauseMs } of events) {
        clock.now += pauseMs
        const waitMs = limit.waitMs(network)
        const times = refusedAt.get(network) ?? []
        if (waitMs > 0) {
          // It waits for something: no sooner than it must, no longer than a window.
          expect(waitMs).toBeLessThanOrEqual(windowMs)
          expect(times.filter((time) => time > clock.now - windowMs).length).toBeGreaterThanOrEqual(count)
          continue
        }
        limit.note(network)
        times.push(clock.now)
        refusedAt.set(network, times)
        // Two windows may touch: twice the number is the most that any ten minutes see.
        expect(times.filter((time) => time > clock.now - windowMs).length).toBeLessThan(2 * count)
      }
    }),
  )
})
