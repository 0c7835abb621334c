/** Stores what is made for a day until the next one. */
export function memoizePerDay<Value>(make: (today: string) => Value): (today: string) => Value {
  let made: { today: string; value: Value } | undefined
  return (today) => {
    if (made?.today !== today) made = { today, value: make(today) }
    return made.value
  }
}
