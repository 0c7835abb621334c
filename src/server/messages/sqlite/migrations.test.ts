import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../migrations.ts'
import { SqliteStore, storeFile } from './sqlite-store.ts'

const dayMs = 24 * 60 * 60_000
const at = Date.UTC(2026, 2, 1)

/** A store as version 1 left it, with the rows given. */
function makeFirstVersion(rows: Record<string, string | number | null>[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = new DatabaseSync(storeFile(folder))
  database.exec(`${readMigrations('sqlite')[0]?.sql}; PRAGMA user_version = 1`)
  for (const [index, row] of rows.entries()) {
    const whole = {
      id: `${index}`.repeat(8),
      submission_id: `submission ${index}`,
      fingerprint: `fingerprint ${index}`,
      name: `Name ${index}`,
      email: `${index}@example.org`,
      message: `Message ${index}`,
      language: 'fr',
      received_at: at + index,
      state: 'waiting',
      attempts: 0,
      due_at: at + index,
      claimed_until: null,
      reason: null,
      delivered_at: null,
      ...row,
    }
    const names = Object.keys(whole)
    database
      .prepare(`INSERT INTO messages (${names}) VALUES (${names.map(() => '?')})`)
      .run(...(Object.values(whole) as string[]))
  }
  database.close()
  return folder
}

const open = (folder: string, now: number) => new SqliteStore(folder, { count: 0, windowMs: 1 }, () => now)

test('the first version’s messages keep every word, and their meaning', async () => {
  const folder = makeFirstVersion([
    {},
    { attempts: 3, due_at: at + 5_000, reason: '451 later' },
    // Under way when the previous version ended, so its outcome is unknown.
    { attempts: 1, claimed_until: at + 60_000 },
    { state: 'delivered', attempts: 1, delivered_at: at + 9_000 },
    { state: 'refused', attempts: 2, reason: '550 no' },
    { state: 'trapped' },
  ])
  const store = open(folder, at + 1_000)
  const messages = (await store.list()).reverse()
  expect(messages).toMatchObject([
    { state: 'waiting', attempts: 0, possibleCopies: 0 },
    { state: 'waiting', attempts: 3, possibleCopies: 0, dueAt: new Date(at + 5_000), reason: '451 later' },
    { state: 'unknown', attempts: 1, possibleCopies: 1 },
    { state: 'delivered', attempts: 1, dueAt: undefined, deliveredAt: new Date(at + 9_000) },
    { state: 'refused', attempts: 2, reason: '550 no', dueAt: new Date(at + 4) },
    { state: 'trapped', dueAt: undefined },
  ])
  for (const [index, message] of messages.entries())
    expect(message).toMatchObject({
      name: `Name ${index}`,
      email: `${index}@example.org`,
      message: `Message ${index}`,
      receivedAt: new Date(at + index),
    })
  // The time of the last message counts as seen by the store: after a leap since then, the purge erases nothing.
  const late = open(folder, at + 400 * dayMs)
  expect(await late.purge(365)).toEqual({ kind: 'clock in doubt', waitMs: dayMs })
  await late.close()
  // Refused messages, which the previous version never tried again, are tried again too.
  const claimed = await store.claim(9, 9)
  expect(claimed.map(({ message }) => message.name).sort()).toEqual(['Name 0', 'Name 1', 'Name 2', 'Name 4'])
  await store.close()
})
