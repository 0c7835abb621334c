import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openExistingStore } from '../../src/server/inbox/open-existing-store.ts'
import { runInbox, type Surroundings } from '../../src/server/inbox/run-inbox.ts'
import type { NewMessage, StoredMessage } from '../../src/server/store/message-store.ts'
import { SqliteStore } from '../../src/server/store/sqlite-store.ts'
import { readSettings } from '../../src/settings.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
export const now = new Date('2026-03-01T12:00:00.000Z')
export const before = (ms: number) => new Date(now.getTime() - ms)
export const withMail = { SMTP_URL: 'smtp://mail.example.org', CONTACT_TO: 'office@example.org' }

/** An inbox in a folder of its own, with a store as the server left it. */
export async function makeInbox(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'))
  const settings = readSettings({ DATA_DIR: folder, ...environment })
  const store = new SqliteStore(folder, { count: 0, windowMs: 1 })
  const claim = async () => ((await store.claimDue(now, minuteMs)) as StoredMessage).id
  const inbox = {
    folder,
    store,
    /** Keeps a message, received so long before now. */
    async keep(changes: Partial<NewMessage> = {}, ageMs = minuteMs): Promise<string> {
      const message = { name: 'Marie', email: 'marie@example.org', message: 'Bonjour', language: 'fr' as const }
      const kept = await store.keep({ ...message, isTrapped: false, ...changes }, '192.0.2.1', before(ageMs))
      return (kept as { id: string }).id
    },
    /** The state of each message there is, by its name. */
    async states() {
      return Object.fromEntries((await store.list()).map(({ name, state }) => [name, state]))
    },
    /** One message in each state, named after it; the waiting one has been tried once. */
    async keepOneOfEach() {
      const ids: Record<string, string> = {}
      ids.delivered = await inbox.keep({ name: 'delivered' }, 5 * minuteMs)
      await store.markDelivered(await claim(), before(minuteMs))
      ids.refused = await inbox.keep({ name: 'refused' }, 4 * minuteMs)
      await store.refuse(await claim(), '550 no such user')
      ids.waiting = await inbox.keep({ name: 'waiting' }, 3 * minuteMs)
      await store.postpone(await claim(), '451 try again later', new Date(now.getTime() + 60 * minuteMs))
      ids.trapped = await inbox.keep({ name: 'trapped', isTrapped: true }, 2 * minuteMs)
      return ids as Record<'delivered' | 'refused' | 'waiting' | 'trapped', string>
    },
    /** Runs a command. @returns what it wrote, and the error that it ended with */
    async run(args: string[], surroundings: Partial<Surroundings> = {}) {
      const result = { out: '', notes: '', error: undefined as unknown }
      try {
        await runInbox(args, {
          readSettings: () => settings,
          openStore: openExistingStore,
          now,
          columns: 120,
          confirm: undefined,
          write: (text) => {
            result.out += text
          },
          note: (text) => {
            result.notes += text
          },
          ...surroundings,
        })
      } catch (error) {
        result.error = error
      }
      return result
    },
    /** Runs a command that must succeed. */
    async ask(...args: string[]): Promise<string> {
      const { out, error } = await inbox.run(args)
      if (error) throw error
      return out
    },
    async askJson(...args: string[]) {
      return JSON.parse(await inbox.ask(...args, '--json'))
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
  return inbox
}

export const messageOf = ({ error }: { error: unknown }) => (error as Error | undefined)?.message
