import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { SqliteStore } from './sqlite-store.ts'

test('what a reader kept in the files when it was erased, erasing again takes out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const bytes = () => Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))))
  const store = new SqliteStore(folder, { count: 0, windowMs: 1 }, Date.now, 50)
  const reader = new DatabaseSync(join(folder, 'messages.sqlite'))
  try {
    const message = { name: 'Marie', email: 'marie@example.org', message: 'ZURÜCKGENOMMEN', language: 'fr' as const }
    const kept = await store.keep({ ...message, website: '' }, '192.0.2.1')
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM messages').get()
    const { id } = kept as { id: string }
    await expect(store.erase([id])).rejects.toThrow(
      /^The messages were erased, but another program is reading .*messages\.sqlite.*"npm run inbox -- purge/s,
    )
    expect(await store.list()).toEqual([])
    expect(bytes().includes('ZURÜCKGENOMMEN')).toBe(true)

    reader.exec('COMMIT')
    expect(await store.erase([id])).toBe(0)
    expect(bytes().includes('ZURÜCKGENOMMEN')).toBe(false)
  } finally {
    reader.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})
