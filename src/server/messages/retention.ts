import type { Log } from '../operations/log.ts'
import { type MessageStore, StoreError } from './message-store.ts'

const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs
/** At how many hourly checks a message must be too old before it is erased. */
const checksInDay = 25

type RetentionParts = {
  store: Pick<MessageStore, 'expired' | 'erase'>
  retentionDays: number
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Erases messages that have been older than RETENTION_DAYS at each hourly check for a day: a clock that is wrong when the
 * server starts, or leaps, erases nothing within a day (docs/promises.md, messages).
 * @param signal ends it
 */
export async function keepRetention(
  { store, retentionDays, log, sleep }: RetentionParts,
  signal: AbortSignal,
): Promise<void> {
  /** At how many checks in a row each message was too old. */
  let checks = new Map<string, number>()
  while (!signal.aborted) {
    try {
      const expired = await store.expired(retentionDays)
      checks = new Map(expired.map(({ id }) => [id, (checks.get(id) ?? 0) + 1]))
      const due = expired.filter(({ id }) => (checks.get(id) ?? 0) >= checksInDay)
      if (due.length > 0) {
        const erased = await store.erase(due.map(({ id }) => id))
        const undelivered = due.filter(({ state }) => state !== 'delivered').length
        log(
          'messages_expired',
          `Erased ${erased} messages older than ${retentionDays} days, ${undelivered} of them undelivered.`,
          { erased, undelivered },
        )
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log('expiry_failed', `Old messages could not be erased: ${error.message}`)
    }
    await sleep(hourMs, signal)
  }
}
