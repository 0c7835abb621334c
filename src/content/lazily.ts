/**
 * A record whose values are made when they are first read: of a site with a thousand articles, the page that an editor looks at
 * needs a few.
 */
export function lazily<Value>(keys: Iterable<string>, make: (key: string) => Value): Record<string, Value> {
  const record: Record<string, Value> = {}
  const own = { enumerable: true, configurable: true }
  for (const key of keys)
    Object.defineProperty(record, key, {
      ...own,
      get() {
        const value = make(key)
        Object.defineProperty(record, key, { ...own, value })
        return value
      },
    })
  return record
}
