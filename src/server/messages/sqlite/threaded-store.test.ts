import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StoreError } from '../message-store.ts'
import { SqliteStore, storeFile } from './sqlite-store.ts'
import { openThreadedStore } from './threaded-store.ts'

const rule = { count: 0, windowMs: 1 }

async function makeStore() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, store: await openThreadedStore(folder, rule) }
}

const submission = (name: string) => ({
  name,
  email: 'marie@example.org',
  message: 'Bonjour',
  language: 'fr' as const,
  website: '',
})

/** The names in the file, as another process sees them. */
async function namesIn(folder: string): Promise<string[]> {
  const store = new SqliteStore(folder, rule)
  const messages = await store.list()
  await store.close()
  return messages.map(({ name }) => name).sort()
}

/** Holds the write lock, as another process might. */
function lock(folder: string) {
  const other = new DatabaseSync(storeFile(folder))
  other.exec('BEGIN IMMEDIATE')
  return () => other.close()
}

test('messages that come together are each kept, and answered with their own outcome', async () => {
  const { folder, store } = await makeStore()
  const names = Array.from({ length: 50 }, (_, index) => `Nr. ${index}`).sort()
  const outcomes = await Promise.all([...names, 'Nr. 0'].map((name) => store.keep(submission(name), '192.0.2.1')))
  expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(50).fill('kept'), 'repeat'])
  expect(await namesIn(folder)).toEqual(names)
  await store.close()
})

test('nobody waits longer than ten seconds to have a message kept, whatever the thread is doing', async () => {
  const { folder, store } = await makeStore()
  const release = lock(folder)
  // The thread waits for the lock in real time; timers of this thread are fake from here on.
  const blocked = store.checkWritable().catch((error: unknown) => error)
  vi.useFakeTimers()
  const kept = store.keep(submission('Marie'), '192.0.2.1').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await kept).toMatchObject({ name: 'StoreError', message: expect.stringContaining('does not answer') })
  vi.useRealTimers()
  release()
  await blocked
  await store.close()
  // The sender was told neither that it is kept nor that it is not; it may be.
  expect(await namesIn(folder)).toEqual(['Marie'])
})

test('closing finishes what was asked before; what is asked after it fails', async () => {
  const { folder, store } = await makeStore()
  const names = ['Nr. 1', 'Nr. 2', 'Nr. 3']
  const kept = Promise.all(names.map((name) => store.keep(submission(name), '192.0.2.1')))
  const closed = store.close()
  expect((await kept).map(({ kind }) => kind)).toEqual(['kept', 'kept', 'kept'])
  await closed
  expect(await namesIn(folder)).toEqual(names)
  await expect(store.keep(submission('Late'), '192.0.2.1')).rejects.toThrow(StoreError)
  await expect(store.backlog()).rejects.toThrow(StoreError)
})

test('when the thread ends, what was asked of it fails, and what is asked next is done by another', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const { folder, store } = await makeStore()
  await store.keep(submission('Before'), '192.0.2.1')
  const release = lock(folder)
  // Each of these writes, so none is answered while the lock is held.
  const asked = [store.keep(submission('Cut off'), '192.0.2.1'), store.checkWritable(), store.claim(1, 0)]
  threads[0]?.emit('error', new Error('out of memory'))
  await threads[0]?.terminate()
  for (const failure of await Promise.allSettled(asked))
    expect(failure).toMatchObject({ reason: { name: 'StoreError', message: expect.stringContaining('out of memory') } })
  release()
  await store.keep(submission('After'), '192.0.2.1')
  expect(threads).toHaveLength(2)
  expect(await namesIn(folder)).toEqual(['After', 'Before'])
  await store.close()
})
