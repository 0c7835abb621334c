/** Stores what is made of a key until there is another one: of a day, until the next one; of the register, until it changes. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let made: { key: Key; value: Value } | undefined
  return (key) => {
    if (made?.key !== key) made = { key, value: make(key) }
    return made.value
  }
}

/**
 * Stores what is made of each text: an edit changes few of a site's.
 * @param most how many are stored, before all are dropped
 */
export function memoizeByText<Value>(make: (text: string) => Value, most: number): (text: string) => Value {
  const made = new Map<string, { value: Value }>()
  return (text) => {
    const stored = made.get(text) ?? { value: make(text) }
    if (made.size >= most && !made.has(text)) made.clear()
    made.set(text, stored)
    return stored.value
  }
}
