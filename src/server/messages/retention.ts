import { hourMs } from '../../shared/durations.ts'
import type { Log } from '../operations/log.ts'
import type { MessageStore } from './message-store.ts'

type RetentionParts = {
  store: Pick<MessageStore, 'expired' | 'recordOverdue' | 'erase'>
  retentionDays: number
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Erases messages that were older than RETENTION_DAYS at every hourly check for a day, so that a wrong clock erases nothing within
 * a day (docs/promises.md, messages). The hours are stored, so that a server that is restarted each day erases too. The first check
 * of a message by a process adds no hour, so that several servers, and restarts, never count an hour twice.
 * @param signal ends the checks
 */
export async function eraseExpired(
  { store, retentionDays, log, sleep }: RetentionParts,
  signal: AbortSignal,
): Promise<void> {
  let hours = new Map<string, number>()
  while (!signal.aborted) {
    try {
      const expired = await store.expired(retentionDays)
      hours = new Map(expired.map(({ id, overdueHours }) => [id, (hours.get(id) ?? overdueHours - 1) + 1]))
      await store.recordOverdue(hours)
      const due = expired.filter(({ id }) => (hours.get(id) ?? 0) >= 24)
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
      log('expiry_failed', `Old messages could not be erased: ${(error as Error).message}`)
    }
    await sleep(hourMs, signal)
  }
}
