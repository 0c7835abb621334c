import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import { filled, until } from '../messages/submissions.ts'
import { type Front, siteHost } from './front.ts'

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }
type Question = { method?: string; headers?: Record<string, string>; body?: string }

export type Visitors = Disposable & { ask(path: string, question?: Question): Promise<Answer> }

/** Asks through the front, as browsers do: over TLS, on connections that are kept. A connection that breaks is status 0. */
export function visitorsOf({ port, ca }: Front): Visitors {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca, servername: siteHost })
  const ask = (path: string, { method = 'GET', headers = {}, body }: Question = {}) =>
    new Promise<Answer>((resolve) => {
      const options = { agent, host: '127.0.0.1', port, path, method, headers: { host: siteHost, ...headers } }
      const failed = () => resolve({ status: 0, headers: {}, body: '' })
      request(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.once('error', failed)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        )
      })
        .once('error', failed)
        .end(body)
    })
  return { ask, [Symbol.dispose]: () => agent.destroy() }
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }

/** Sends a message, from the page's script or from a plain form. */
export function send({ ask }: Visitors, name: string, isPlainForm = false): Promise<Answer> {
  const fields = { ...filled, name, website: '' } as Record<string, string>
  return isPlainForm
    ? ask('/api/contact', { method: 'POST', headers: form, body: new URLSearchParams(fields).toString() })
    : ask('/api/contact', { method: 'POST', headers: json, body: JSON.stringify({ ...fields, id: randomUUID() }) })
}

export type Load = {
  /** Waits until so many more messages have been acknowledged. */
  goesOn(messages: number): Promise<void>
  /** Ends it. @returns the status of every answer, and the names whose message was acknowledged */
  end(): Promise<{ statuses: Map<number, number>; acknowledged: string[]; sent: number }>
}

/**
 * How long a writer waits before the next message, in milliseconds: on a fast machine there would otherwise be thousands
 * to mail, each over a connection of its own.
 */
const breakMs = 40

/** Visitors who read and write, some of them without script, until they are told to end. */
export function startLoad(visitors: Visitors, { writers = 3, readers = 3 } = {}): Load {
  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  let isOn = true
  let sent = 0
  const note = ({ status }: Answer) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const write = async (writer: number) => {
    while (isOn) {
      const name = `Visitor ${++sent}`
      const answer = await send(visitors, name, writer === 0)
      note(answer)
      if (answer.status === 201 || answer.status === 200) acknowledged.push(name)
      await setTimeout(breakMs)
    }
  }
  const read = async () => {
    while (isOn) for (const path of ['/', '/en/contact', '/robots.txt']) note(await visitors.ask(path))
  }
  const all = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, () => read()),
  ]
  return {
    async goesOn(messages) {
      const enough = acknowledged.length + messages
      await until(
        () => acknowledged.length,
        (count) => count >= enough,
      )
    },
    async end() {
      isOn = false
      await Promise.all(all)
      return { statuses, acknowledged, sent }
    },
  }
}
