/** Stores what is made of a key until there is another one: of a day, until the next one; of the register, until it changes. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let made: { key: Key; value: Value } | undefined
  return (key) => {
    if (made?.key !== key) made = { key, value: make(key) }
    return made.value
  }
}

/** A column of days has fewer different cells, even after ten years; one that has more has mostly unique ones. */
const maxDifferent = 5_000

/** Stores what is made of the cells of a column, unless most are unique: what many say alike is made and stored once. */
export function memoizeAlike<Value extends string | false>(make: (cell: string) => Value): (cell: string) => Value {
  const made = new Map<string, Value>()
  return (cell) => {
    const known = made.size < maxDifferent ? made.get(cell) : undefined
    if (known !== undefined) return known
    const value = make(cell)
    if (made.size < maxDifferent) made.set(cell, value)
    return value
  }
}
