import type { Log } from './log/log.ts'
import { type MessageStore, StoreError } from './store/message-store.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

type RetentionParts = {
  store: Pick<MessageStore, 'purge'>
  retentionDays: number
  now: () => Date
  log: Log
}

/**
 * Erases messages older than RETENTION_DAYS, now and every hour from now on.
 * @returns ends it
 */
export function keepRetention({ store, retentionDays, now, log }: RetentionParts): () => void {
  const purge = async () => {
    try {
      const { erased, undelivered } = await store.purge(new Date(now().getTime() - retentionDays * dayMs))
      if (erased > 0)
        log(
          'messages_expired',
          `Erased ${erased} messages older than ${retentionDays} days, ${undelivered} of them undelivered.`,
          { erased, undelivered },
        )
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log('expiry_failed', `Old messages could not be erased: ${error.message}`)
    }
  }
  void purge()
  const timer = setInterval(() => void purge(), hourMs)
  return () => clearInterval(timer)
}
