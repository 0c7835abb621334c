import { runInbox, type Surroundings } from '../../src/cli/inbox/run-inbox.ts'
import type { Outcome } from '../../src/server/messages/message-store.ts'
import { readSettings } from '../../src/settings.ts'
import type { Submission } from '../../src/shared/contact/message-rules.ts'
import { minuteMs } from '../../src/shared/durations.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openQuickStore, submission } from './test-stores.ts'

export const now = new Date('2026-03-01T12:00:00.000Z')
export const withMail = { SMTP_URL: 'smtp://mail.example.org', CONTACT_TO: 'office@example.org' }

/** An inbox in a temporary folder, with a store as the server leaves it. */
export async function makeInbox(environment: Record<string, string> = {}) {
  const { path: folder, remove } = temporaryFolder()
  const settings = readSettings({ DATA_DIR: folder, ...environment })
  let time = now.getTime()
  const open = () => openQuickStore(folder, () => time)
  const store = await open()
  const inbox = {
    folder,
    store,
    /** Keeps a message, received so long before now. */
    async keep(changes: Partial<Submission> = {}, ageMs = minuteMs): Promise<string> {
      time = now.getTime() - ageMs
      const kept = await store.keep(submission({ name: 'Marie', message: 'Bonjour', ...changes }))
      time = now.getTime()
      return kept.id
    },
    /** The only message that is due is tried, so long before now. */
    async settle(outcome: Outcome, ageMs = minuteMs): Promise<void> {
      time = now.getTime() - ageMs
      const [claim, ...others] = (await store.claim(2, 2)).claims
      if (!claim || others.length > 0) throw new Error('Not one message is due.')
      await store.settle(claim.token, outcome)
      time = now.getTime()
    },
    /** The state of each message there is, by its name. */
    async states() {
      return Object.fromEntries((await store.list()).map(({ name, state }) => [name, state]))
    },
    /** One message in each state, named after it; the waiting one has been tried once. */
    async keepOneOfEach() {
      const ids: Record<string, string> = {}
      ids.delivered = await inbox.keep({ name: 'delivered' }, 5 * minuteMs)
      await inbox.settle({ kind: 'sent' })
      ids.refused = await inbox.keep({ name: 'refused' }, 4 * minuteMs)
      await inbox.settle({ kind: 'refused', reason: '550 no such user' })
      ids.unknown = await inbox.keep({ name: 'unknown' }, 3.5 * minuteMs)
      await inbox.settle({ kind: 'unknown', reason: 'The mail server has not answered.' })
      ids.waiting = await inbox.keep({ name: 'waiting' }, 3 * minuteMs)
      await inbox.settle({ kind: 'deferred', reason: '451 try again later' }, 1_000)
      ids.trapped = await inbox.keep({ name: 'trapped', website: 'https://spam.example' }, 2 * minuteMs)
      return ids as Record<'delivered' | 'refused' | 'unknown' | 'waiting' | 'trapped', string>
    },
    /** Runs a command. @returns what it wrote, and the error that it ended with */
    async run(args: string[], surroundings: Partial<Surroundings> = {}) {
      const result = { out: '', notes: '', error: undefined as unknown }
      try {
        await runInbox(args, {
          readSettings: () => settings,
          openStore: open,
          now,
          columns: Infinity,
          confirm: undefined,
          write: (text) => {
            result.out += text
          },
          writeError: (text) => {
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
      remove()
    },
  }
  return inbox
}

export const messageOf = ({ error }: { error: unknown }) => (error as Error | undefined)?.message
