import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import type { Backlog } from '../messages/message-store.ts'
import { Metrics } from './metrics.ts'
import { Readiness } from './readiness.ts'

// What a server counts and measures: tests/messages/delivery.test.ts.

test('a store that fails, or whose folder is gone, gives no number, and the others are reported', async () => {
  let backlog: Backlog | undefined = { waiting: 2, unknown: 3, refused: 4, oldestMs: 60_000 }
  const metrics = new Metrics({ dataDir: '/nowhere/at/all', backlog: () => backlog })
  await using server = await metrics.serve(0)
  const { address, port } = server.address() as AddressInfo
  expect(address, 'this machine alone').toBe('127.0.0.1')
  const shown = async () => {
    const text = await (await fetch(`http://${address}:${port}/metrics`)).text()
    return [...text.matchAll(/^contact_\w+(?:\{.*\})? (\S+)$/gm)].map(([, value]) => value?.toLowerCase())
  }
  expect(await shown()).toEqual(['2', '3', '4', '60', 'nan'])
  backlog = undefined
  expect(await shown()).toEqual(Array(5).fill('nan'))
})

test('a metric that cannot be collected is the end of that answer alone', async () => {
  const metrics = new Metrics({
    dataDir: undefined,
    backlog: () => {
      throw new Error('no memory')
    },
  })
  await using server = await metrics.serve(0)
  const { port } = server.address() as AddressInfo
  // A promise that is rejected and not handled would fail this test, and end a server.
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500)
})

test('what is wrong in the files of the register is a metric, and in /readyz with its line, until it is right', async () => {
  const register: { problem: string | undefined } = { problem: 'certificates.csv, line 3' }
  await using server = await new Metrics({ dataDir: undefined, backlog: () => undefined, register }).serve(0)
  const { port } = server.address() as AddressInfo
  const app = fastify()
  const store = { location: 'a test', checkWritable: async () => {}, backlog: () => Promise.reject(new Error('none')) }
  const surroundings = { hasMail: false, log: () => {}, now: Date.now, sleep: async () => {} }
  new Readiness({ store, ...surroundings }).addRoute(app, register)
  const reported = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return [/^register_wrong (\d)$/m.exec(text)?.[1], (await app.inject('/readyz')).json().register]
  }
  expect(await reported()).toEqual(['1', 'certificates.csv, line 3'])
  register.problem = undefined
  expect(await reported()).toEqual(['0', 'current'])
})
