/**
 * Breaks a text into as few lines as fit the width, as even as possible: into the narrowest column with that number of lines.
 * No-break spaces keep words together.
 * @param widthOf measures a line, in the unit of `width`
 * @returns the lines, or undefined when a word is wider than a line
 */
export function balanceLines(text: string, width: number, widthOf: (line: string) => number): string[] | undefined {
  const words = text.split(/[ \t\r\n]+/).filter(Boolean)
  if (words.length === 0) return []
  const widest = (lines: string[]) => Math.max(...lines.map(widthOf))
  if (widest(words) > width) return undefined
  const fill = (column: number) =>
    words.reduce<string[]>((lines, word) => {
      const longer = `${lines.at(-1)} ${word}`
      return lines.length > 0 && widthOf(longer) <= column ? lines.with(-1, longer) : lines.concat(word)
    }, [])
  for (let lines = fill(width); ; ) {
    // The next column in which anything can change is narrower than the widest line of this one.
    const column = widest(lines) - 1e-9
    const narrower = fill(column)
    if (narrower.length > lines.length || widest(narrower) > column) return lines
    lines = narrower
  }
}
