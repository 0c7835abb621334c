/** Stores what is made of a key until there is another one: of a day, until the next one; of the register, until it changes. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let made: { key: Key; value: Value } | undefined
  return (key) => {
    if (made?.key !== key) made = { key, value: make(key) }
    return made.value
  }
}
