import type { Log } from '../operations/log.ts'
import { type MessageStore, StoreError } from './message-store.ts'

const hourMs = 60 * 60_000

type RetentionParts = {
  store: Pick<MessageStore, 'purge'>
  retentionDays: number
  log: Log
  /** Resolves after so long, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Erases messages older than RETENTION_DAYS, now and every hour from now on.
 * @param signal ends it
 */
export async function keepRetention(
  { store, retentionDays, log, sleep }: RetentionParts,
  signal: AbortSignal,
): Promise<void> {
  let isInDoubt = false
  while (!signal.aborted) {
    try {
      const outcome = await store.purge(retentionDays)
      if (outcome.kind === 'purged' && outcome.erased > 0)
        log(
          'messages_expired',
          `Erased ${outcome.erased} messages older than ${retentionDays} days, ${outcome.undelivered} of them undelivered.`,
          { erased: outcome.erased, undelivered: outcome.undelivered },
        )
      if (outcome.stillInFiles) log('expiry_failed', outcome.stillInFiles)
      if (outcome.kind === 'clock in doubt' && !isInDoubt)
        log(
          'expiry_waits',
          'The clock has leapt by more than a day, or nothing ran for so long: old messages are erased once the server has run for a day. If the date is right, nothing needs to be done.',
          { hours: Math.ceil(outcome.waitMs / hourMs) },
        )
      isInDoubt = outcome.kind === 'clock in doubt'
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log('expiry_failed', `Old messages could not be erased: ${error.message}`)
    }
    await sleep(hourMs, signal)
  }
}
