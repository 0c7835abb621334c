/** Stores what is made of a key until there is another one: of a day, until the next one; of the register, until it changes. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let made: { key: Key; value: Value } | undefined
  return (key) => {
    if (made?.key !== key) made = { key, value: make(key) }
    return made.value
  }
}

/** Stores what is made of each text: an edit changes few of a site. @param most how many are stored before all are made anew */
export function memoizeByText<Value>(make: (text: string) => Value, most: number): (text: string) => Value {
  const made = new Map<string, { value: Value }>()
  return (text) => {
    const { value } = made.get(text) ?? { value: make(text) }
    if (made.size >= most) made.clear()
    made.set(text, { value })
    return value
  }
}
