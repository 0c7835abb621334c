/** Keeps what is made for a day until the next one. */
export function onceADay<Value>(make: (today: string) => Value): (today: string) => Value {
  let kept: { today: string; value: Value } | undefined
  return (today) => {
    if (kept?.today !== today) kept = { today, value: make(today) }
    return kept.value
  }
}
