import type { MessageText } from '../../src/shared/contact/message-rules.ts'

export type Fields = Partial<MessageText & { id: string; language: string; website: string }>

export const filled: Fields = {
  name: 'Marie Durand',
  email: 'marie@example.com',
  message: 'Quels documents faut-il fournir ?\n\nMerci 🎉',
  language: 'fr',
}

/** Sends a message as the page's script does. */
export function sendJson(origin: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Sends a message as a browser without JavaScript does. */
export function sendForm(origin: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/api/contact`, {
    method: 'POST',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    body: new URLSearchParams({ name: '', email: '', message: '', website: '', ...fields }),
  })
}

/** Polls until the value is as expected, within the test's own time limit. @returns the value */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
