import { type MessageStore, StoreError } from './message-store.ts'

export type StoreObserver = {
  failed(operation: string, error: StoreError): void
  /** It did what only a store can do that takes messages: it wrote something for good. */
  wrote(): void
}

/** Operations that succeed only where there is room on the disk; claiming or listing may succeed without. */
const writes = new Set(['keep', 'checkWritable'])

/** The same store, with somebody who is told how it does. */
export function watchStore(store: MessageStore, { failed, wrote }: StoreObserver): MessageStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args)
        if (result instanceof Promise)
          result.then(
            () => writes.has(String(name)) && wrote(),
            (error) => error instanceof StoreError && failed(String(name), error),
          )
        return result
      }
    },
  })
}
