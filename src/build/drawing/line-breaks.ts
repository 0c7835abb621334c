/**
 * Breaks a text into as few lines as fit the width, and these as even as can be. No-break spaces keep words together.
 * @param widthOf measures a line, in the unit of `width`
 * @returns the lines, or undefined when a word is wider than a line
 */
export function balanceLines(text: string, width: number, widthOf: (line: string) => number): string[] | undefined {
  const words = text.split(/[ \t\r\n]+/).filter(Boolean)
  // For each number of words from the end: the best lines of that rest. Unevenness is the sum of the squared widths,
  // which is least when all are alike; a line more outweighs any of it.
  const best: ({ lines: string[]; cost: number } | undefined)[] = [{ lines: [], cost: 0 }]
  for (let rest = 1; rest <= words.length; rest++) {
    const start = words.length - rest
    const choices = Array.from({ length: rest }, (_, index) => {
      const line = words.slice(start, start + index + 1).join(' ')
      const after = best[rest - index - 1]
      const wide = widthOf(line) / width
      return after && wide <= 1
        ? [{ lines: [line, ...after.lines], cost: after.cost + words.length + 1 + wide ** 2 }]
        : []
    }).flat()
    best[rest] = choices.reduce<(typeof choices)[number] | undefined>(
      (found, choice) => (found && found.cost <= choice.cost ? found : choice),
      undefined,
    )
  }
  return best[words.length]?.lines
}
