import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FileCache } from './file-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'file-cache-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was made once is not made again by the next process, and what it does not use goes', async () => {
  let made = 0
  const make = (words: string) => async () => {
    made++
    return Buffer.from(words)
  }
  const first = new FileCache(folder)
  expect(String(await first.get('a', make('A')))).toBe('A')
  expect(String(await first.get('b', make('B')))).toBe('B')
  first.dropUnused()
  expect(readdirSync(folder)).toHaveLength(2)

  const second = new FileCache(folder)
  expect(String(await second.get('a', make('another')))).toBe('A')
  expect(made).toBe(2)
  second.dropUnused()
  expect(readdirSync(folder)).toHaveLength(1)
  expect(String(await second.get('b', make('B anew')))).toBe('B anew')
})

test('what two ask for at once is made once', async () => {
  const cache = new FileCache(join(folder, 'at-once'))
  let made = 0
  const make = async () => Buffer.from(`A${++made}`)
  expect((await Promise.all([cache.get('a', make), cache.get('a', make)])).map(String)).toEqual(['A1', 'A1'])
})

test('nothing is kept of what could not be made', async () => {
  const cache = new FileCache(join(folder, 'failing'))
  await expect(cache.get('a', () => Promise.reject(new Error('cannot')))).rejects.toThrow('cannot')
  expect(String(await cache.get('a', async () => Buffer.from('A')))).toBe('A')
})
