/**
 * Breaks a text into as few lines as fit the width, and these as even as can be: in the narrowest width that needs no more
 * lines. No-break spaces keep words together.
 * @param widthOf measures a line, in the unit of `width`
 * @returns the lines, or undefined when a word is wider than a line
 */
export function balanceLines(text: string, width: number, widthOf: (line: string) => number): string[] | undefined {
  let lines = breakLines(text, width, widthOf)
  if (lines.some((line) => widthOf(line) > width)) return undefined
  for (let share = 0.98; share > 0; share -= 0.02) {
    const narrower = breakLines(text, width * share, widthOf)
    if (narrower.length > lines.length || narrower.some((line) => widthOf(line) > width * share)) break
    lines = narrower
  }
  return lines
}

function breakLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(/[ \t\r\n]+/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
