import {
  contactEndpoint,
  type FieldErrors,
  type FormOutcome,
  type Submission,
} from '../../../shared/contact/message-rules.ts'

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
    if (response.status === 201 || response.status === 200) {
      await response.json()
      return { kind: 'kept' }
    }
    if (response.status === 422) {
      const errors = ((await response.json()) as { errors?: FieldErrors }).errors
      if (errors) return { kind: 'invalid', errors }
    }
    if (response.status === 429)
      return { kind: 'too-many', minutes: Math.ceil((Number(response.headers.get('retry-after')) || 600) / 60) }
  } catch {
    // No network, no answer in time, or an answer that is not the server's: the visitor can try again.
  }
  return { kind: 'failed' }
}
