/**
 * Breaks a text into as few lines as fit the width, as even as possible: into the narrowest column with that number of lines.
 * No-break spaces keep words together.
 * @param widthOf measures a line, in the unit of `width`
 * @returns the lines, or undefined when a word is wider than a line
 */
export function balanceLines(text: string, width: number, widthOf: (line: string) => number): string[] | undefined {
  const words = text.split(/[ \t\r\n]+/).filter(Boolean)
  if (words.length === 0) return []
  if (words.some((word) => widthOf(word) > width)) return undefined
  function fill(column: number): string[] {
    const lines: string[] = []
    for (const word of words) {
      const longer = [...lines.slice(-1), word].join(' ')
      if (lines.length > 0 && widthOf(longer) <= column) lines.splice(-1, 1, longer)
      else lines.push(word)
    }
    return lines
  }
  let lines = fill(width)
  for (let column = width; ; ) {
    // The next column in which anything can change is narrower than the widest line of this one.
    column = Math.max(...lines.map(widthOf)) - 1e-9
    const narrower = fill(column)
    if (narrower.length > lines.length || narrower.some((line) => widthOf(line) > column)) return lines
    lines = narrower
  }
}
