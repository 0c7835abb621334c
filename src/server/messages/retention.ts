import type { Log } from '../operations/log.ts'
import { type MessageStore, StoreError } from './message-store.ts'

const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** How far apart the store's clock and this process's may run within a day: a clock that is set right in small steps does. */
const toleranceMs = 5 * 60_000

type RetentionParts = {
  store: Pick<MessageStore, 'purge' | 'now'>
  retentionDays: number
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** A clock that nobody sets, in milliseconds. */
  monotonic(): number
}

/**
 * Erases messages older than RETENTION_DAYS each hour, once this process has run for a day in which the store's clock was
 * not set: a clock that is wrong at the start, or leaps, erases nothing within a day (DESIGN.md section 5).
 * @param signal ends it
 */
export async function keepRetention(
  { store, retentionDays, log, sleep, monotonic }: RetentionParts,
  signal: AbortSignal,
): Promise<void> {
  let trusted: { offset: number; since: number } | undefined
  while (!signal.aborted) {
    try {
      const now = await store.now()
      const offset = now - monotonic()
      if (trusted && Math.abs(offset - trusted.offset) > toleranceMs) {
        log('clock_set', 'The clock was set: old messages are erased once this process has run for a day without that.')
        trusted = undefined
      }
      trusted ??= { offset, since: monotonic() }
      if (monotonic() - trusted.since >= dayMs) {
        const { erased, undelivered } = await store.purge(new Date(now - retentionDays * dayMs))
        if (erased > 0)
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
