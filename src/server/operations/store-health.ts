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

/**
 * Whether the message store works, as far as is known: from what it was asked to do, and from checks. It is opened at its
 * first use, and again at the next one while that fails: pages are served whatever its state (docs/promises.md, messages).
 */
export class StoreHealth {
  /** The store to be used by everybody, so that no failure escapes notice. */
  readonly store: MessageStore
  readonly #open: () => Promise<MessageStore>
  readonly #parts: StoreHealthParts
  #opened: Promise<MessageStore> | undefined
  #isFailing = false
  #refusedAt: number | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param location for the operator, as the store has it */
  constructor(location: string, open: () => Promise<MessageStore>, parts: StoreHealthParts) {
    this.#open = open
    this.#parts = parts
    const call = (name: keyof MessageStore) => this.#call(name)
    this.store = {
      location,
      keep: call('keep'),
      claim: call('claim'),
      extend: call('extend'),
      settle: call('settle'),
      list: call('list'),
      find: call('find'),
      retry: call('retry'),
      erase: call('erase'),
      expired: call('expired'),
      checkWritable: call('checkWritable'),
      backlog: call('backlog'),
      close: () => this.#close(),
    }
  }

  /** Whether a message could not be kept a short while ago. */
  get refusedOfLate(): boolean {
    return this.#refusedAt !== undefined && this.#parts.now() - this.#refusedAt < refusalMs
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const store = await this.#opened?.catch(() => undefined)
    await store?.close()
  }

  #opening(): Promise<MessageStore> {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** The types of a method's arguments and result belong together; TypeScript cannot follow that through the look-up. */
  #call(name: keyof MessageStore) {
    return async (...args: unknown[]): Promise<never> => {
      try {
        const store = await this.#opening()
        const result = await (store[name] as (...args: unknown[]) => Promise<unknown>)(...args)
        if (writes.has(name)) this.#wrote(name)
        return result as never
      } catch (error) {
        if (error instanceof StoreError) this.#failed(name, error)
        throw error
      }
    }
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
