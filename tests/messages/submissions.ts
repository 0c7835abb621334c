import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Message } from '../../src/server/messages/message-store.ts'
import type { MessageText } from '../../src/shared/contact/message-rules.ts'
import { filePolicy } from '../../src/shared/security-headers.ts'
import { expectPromised } from '../support/promised-headers.ts'
import { openSqliteStore } from '../support/test-stores.ts'

export type Fields = Partial<MessageText & { id: string; language: string; website: string }>

export const filled: Fields = {
  name: 'Marie Durand',
  email: 'marie@example.com',
  message: 'Quels documents faut-il fournir ?\n\nMerci 🎉',
  language: 'fr',
}

/** Sends a message as the page's script does. */
export const sendJson = (origin: string, body: unknown, headers: Record<string, string> = {}) =>
  send(origin, {
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Sends a message as a browser without JavaScript does. */
export const sendForm = (origin: string, fields: Fields, headers: Record<string, string> = {}) =>
  send(origin, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    body: new URLSearchParams({ name: '', email: '', message: '', website: '', ...fields }),
  })

/** Sends what is meant to be a message. Whatever the answer, it has the promised headers, and a page has no script. */
export async function send(origin: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(`${origin}/api/contact`, { method: 'POST', ...request })
  const headers = Object.fromEntries(answer.headers)
  expectPromised(`${answer.status}`, headers)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toMatch(
    headers['content-type'] === 'text/html; charset=utf-8' ? / script-src 'none'/ : filePolicy,
  )
  return answer
}

/** The settings of a site without a limit on senders. The mail server may still have to be started. */
export const settingsFor = (mailUrl: string, changes: Record<string, string> = {}) => ({
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
      await pause(50)
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
