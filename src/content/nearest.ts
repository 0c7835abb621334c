/** The one of the known words that a misspelt word most likely means, if any comes close enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const candidates = [...known]
    .map((other) => ({ other, distance: distanceBetween(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= Math.max(1, Math.floor(Math.max(word.length, other.length) / 3)))
  return candidates.sort((one, other) => one.distance - other.distance)[0]?.other
}

/** “Did you mean …?” or, when nothing comes close, what there is to choose from. */
export function suggest(word: string, known: Iterable<string>): string {
  const close = nearest(word, known)
  if (close) return `Did you mean “${close}”?`
  const all = [...known].map((each) => `“${each}”`)
  return all.length > 0 ? `What there is: ${all.join(', ')}.` : 'There is none yet.'
}

/** How many letters must be added, left out, changed or swapped with their neighbour. */
function distanceBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const above = rows[i - 1] as number[]
      const isSame = one[i - 1] === other[j - 1]
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (rows[i - 2]?.[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1), swapped))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
