import { type MessageStore, StoreError } from '../messages/message-store.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'

type StoreHealthParts = { log: Log; meter: Meter; now: () => number }

/** How often a store that has failed is tried again, so that the log says when it is back though nobody sends anything. */
const retryMs = 5_000
/**
 * How long the store counts as failing after it could not keep a message, even if a check succeeds: a check writes a few
 * bytes, which may still find room where a message does not. The form's answer asks for the same pause (Retry-After).
 */
export const refusalMs = 30_000
/** What succeeds only where there is room on the disk; claiming or listing may succeed without. */
const writes = new Set<PropertyKey>(['keep', 'checkWritable'])

/** Whether the message store works, as far as is known: from what it was asked to do, and from checks. */
export class StoreHealth {
  /** The store to be used by everybody, so that nothing escapes notice. */
  readonly store: MessageStore
  readonly #parts: StoreHealthParts
  #isFailing = false
  #refusedAt: number | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(store: MessageStore, parts: StoreHealthParts) {
    this.#parts = parts
    this.store = this.#watch(store)
  }

  /** Whether a message could not be kept a short while ago. */
  get refusedOfLate(): boolean {
    return this.#refusedAt !== undefined && this.#parts.now() - this.#refusedAt < refusalMs
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
  }

  #watch(store: MessageStore): MessageStore {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          try {
            const result: unknown = await value.apply(target, args)
            if (writes.has(name)) this.#wrote(name)
            return result
          } catch (error) {
            if (error instanceof StoreError) this.#failed(String(name), error)
            throw error
          }
        }
      },
    })
  }

  #failed(operation: string, error: StoreError): void {
    const { log, meter, now } = this.#parts
    meter.storeFailure(operation)
    if (operation === 'keep') this.#refusedAt = now()
    if (!this.#isFailing) log('store_unavailable', error.message, { operation })
    this.#isFailing = true
    this.#retrySoon()
  }

  #wrote(operation: PropertyKey): void {
    if (operation === 'keep') this.#refusedAt = undefined
    if (!this.#isFailing) return
    this.#isFailing = false
    clearTimeout(this.#retry)
    this.#parts.log('store_available', `The message store ${this.store.location} can be written to again.`)
  }

  #retrySoon(): void {
    clearTimeout(this.#retry)
    if (this.#isClosed) return
    // `this.store` notes the result, as of every call.
    this.#retry = setTimeout(() => void this.store.checkWritable().catch(() => undefined), retryMs)
    this.#retry.unref()
  }
}
