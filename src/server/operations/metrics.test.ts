import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Backlog } from '../messages/message-store.ts'
import { Metrics } from './metrics.ts'
import type { FollowedRegister } from './readiness.ts'

// What a server counts and measures: tests/messages/delivery.test.ts.

test('a store that fails, or whose folder is gone, gives no number', async () => {
  let backlog: Backlog | undefined = { waiting: 2, unknown: 3, refused: 4, oldestMs: 60_000 }
  const register: FollowedRegister = { lastEntry: 41, isContradicted: true }
  await using server = await new Metrics({ dataDir: '/nowhere/at/all', backlog: () => backlog, register }).serve(0)
  const { address, port } = server.address() as AddressInfo
  expect(address, 'this machine alone').toBe('127.0.0.1')
  const shown = async () => {
    const text = await (await fetch(`http://${address}:${port}/metrics`)).text()
    return [...text.matchAll(/^(?:contact|register)_\w+(?:\{.*\})? (\S+)$/gm)].map(([, value]) => value?.toLowerCase())
  }
  expect(await shown()).toEqual(['2', '3', '4', '60', '41', '1', 'nan'])
  backlog = undefined
  Object.assign(register, { lastEntry: undefined, isContradicted: false })
  expect(await shown()).toEqual(['nan', 'nan', 'nan', 'nan', 'nan', '0', 'nan'])
})

test('a metric that cannot be collected is the end of that answer alone', async () => {
  const backlog = () => {
    throw new Error('no memory')
  }
  await using server = await new Metrics({
    dataDir: undefined,
    backlog,
    register: { lastEntry: 0, isContradicted: false },
  }).serve(0)
  const { port } = server.address() as AddressInfo
  // A promise that is rejected and not handled would fail this test, and end a server.
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500)
})
