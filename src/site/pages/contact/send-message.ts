import type { FormOutcome } from '../../../shared/contact/message-rules.ts'
import { contactEndpoint, type FieldErrors, type Submission } from '../../../shared/contact/message-rules.ts'

/** How long an answer may take before the form reports that the message could not be sent. */
const answerTimeoutMs = 30_000

/**
 * Sends a message to the server. Sending the same submission again is safe: its id makes it one message. Only the server's
 * own JSON counts as success: a proxy may answer with a page of its own, or redirect to one.
 */
export async function sendMessage(submission: Submission): Promise<FormOutcome> {
  try {
    const response = await fetch(contactEndpoint, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(submission),
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    if (response.status === 201 || response.status === 200) return { kind: (await isOwn(response)) ? 'kept' : 'failed' }
    if (response.status === 422) {
      const errors = ((await response.json()) as { errors?: FieldErrors }).errors
      if (errors) return { kind: 'invalid', errors }
    }
    if (response.status === 429) return { kind: 'too-many', minutes: minutesUntil(response.headers.get('retry-after')) }
  } catch {
    // No network, no answer in time, or an answer that is not the server's: the visitor can try again.
  }
  return { kind: 'failed' }
}

async function isOwn(response: Response): Promise<boolean> {
  const isJson = response.headers.get('content-type')?.split(';')[0] === 'application/json'
  const answer: unknown = isJson && (await response.json())
  return answer instanceof Object && !Array.isArray(answer)
}

function minutesUntil(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds / 60) : 10
}
