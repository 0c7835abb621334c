import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Message } from '../../src/server/messages/message-store.ts'
import type { TakenMail } from '../support/strict-mail-server.ts'
import { openSqliteStore } from '../support/test-stores.ts'
import { filled, sendJson } from './submissions.ts'

/** The settings of a site without a limit on senders. The mail server may still have to be started. */
export const settingsFor = (dataDir: string, mailUrl: string, changes: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  SMTP_URL: mailUrl,
  CONTACT_TO: 'office@example.org',
  CONTACT_FROM: 'web@example.org',
  CONTACT_LIMIT: '0',
  ...changes,
})

/** The content of the store in a folder, as another process sees it. */
export async function messagesIn(dataDir: string): Promise<Message[]> {
  const store = await openSqliteStore(dataDir)
  try {
    return await store.list()
  } finally {
    await store.close()
  }
}

/** People who write messages, and which of them got a confirmation. */
export class Writers {
  /** Their names. */
  readonly acknowledged: string[] = []
  /** How many messages were sent so far: numbers the names, so that each is different. */
  count = 0

  /** @returns the answer's status; 0 when the connection broke */
  async send(origin: string, name: string): Promise<number> {
    const answer = await sendJson(origin, { ...filled, id: randomUUID(), name }).catch(() => undefined)
    if (answer?.status === 201) this.acknowledged.push(name)
    return answer?.status ?? 0
  }
}

/** Requests one page after the other, to show that pages are served whatever happens to messages. */
export function startReading(origin: string) {
  let pages = 0
  let isOn = true
  const faults: unknown[] = []
  const read = async () => {
    while (isOn) {
      const status = await fetch(`${origin}/fr/contact`).then(
        async (page) => (await page.text()).includes('lang="fr"') && page.status,
        (error: Error) => error.cause ?? error,
      )
      if (status === 200) pages++
      else faults.push(status)
      await pause(5)
    }
  }
  const ended = read()
  return {
    /** Ends after the current page. @throws if a page was not answered correctly */
    async end() {
      isOn = false
      await ended
      expect(faults).toEqual([])
      expect(pages).toBeGreaterThan(0)
    },
  }
}

type Evidence = {
  /** The content of the store, after the last attempt is settled or known to be lost. */
  messages: Message[]
  writers: Writers
  /** Every mail that the mail server received whole, whether it acknowledged it or not. */
  taken: TakenMail[]
  /** All that the servers have printed. */
  output: string
}

/**
 * The promise of docs/promises.md: each acknowledged message is stored once; it was emailed, or the operator sees it as
 * open; a second copy was sent only after an attempt of unknown outcome, and is marked. The log contains nothing that a
 * visitor wrote.
 */
export function expectPromise({ messages, writers, taken, output }: Evidence): void {
  const names = messages.map(({ name }) => name)
  expect(writers.acknowledged.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  for (const { id, name, state, possibleCopies } of messages) {
    const mails = taken.filter(({ from }) => from === name)
    const about = `${name}: ${state}, perhaps ${possibleCopies} copies`
    if (state === 'delivered') expect(mails.length, about).toBeGreaterThan(0)
    expect(mails.length, about).toBeLessThanOrEqual(possibleCopies + (state === 'delivered' ? 1 : 0))
    for (const { messageId } of mails) expect(messageId).toBe(`<${id}@example.org>`)
    for (const { mayBeRepeat } of mails.slice(1)) expect(mayBeRepeat, about).toBe(true)
  }
  for (const word of ['Visitor', filled.email, 'documents']) expect(output).not.toContain(word)
}

/** The names of this number of visitors. */
export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `Visitor ${from + index}`)
