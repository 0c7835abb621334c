/** How a value is written at its place in a file. */
export type Place = {
  /** The way it was written before, as `yaml` calls it. */
  style: string
  /** Columns before the lines of a block scalar. */
  indent: number
  /** Columns before the value on its own line. */
  column: number
  /** Whether it stands between braces or brackets, where no block scalar can. */
  isInFlow: boolean
  /** Whether it was longer than a line already. */
  wasLong: boolean
  eol: string
}

/** The columns that the content files keep to. */
export const lineWidth = 120

/**
 * The ways to write a value, in the order in which they suit its place: as it was written before where that can hold it. Not
 * every one reads back as the value; the last one always does.
 */
export function* waysToWrite(value: string, place: Place): Generator<string> {
  const { style, isInFlow, column, wasLong } = place
  const isShort = wasLong || column + value.length <= lineWidth
  const hasBreak = value.includes('\n')
  if (value && !hasBreak && style === 'PLAIN' && isShort) yield value
  if (!hasBreak && style === 'QUOTE_SINGLE') yield `'${value.replaceAll("'", "''")}'`
  if (!hasBreak && style === 'QUOTE_DOUBLE') yield doubleQuoted(value)
  if (!isInFlow && value.trim()) {
    if (style === 'BLOCK_FOLDED' || (!hasBreak && !isShort)) yield folded(value, place)
    if (hasBreak || style === 'BLOCK_LITERAL') yield literal(value, place)
  }
  yield doubleQuoted(value)
}

/** YAML's double-quoted style on one line. JSON's escapes are among YAML's; what a line could not hold is escaped besides. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function literal(value: string, { indent, eol }: Place): string {
  const { body, chomping } = endOf(value)
  const lines = body.split('\n').map((line) => (line ? ' '.repeat(indent) + line : ''))
  return [`|${chomping}`, ...lines].join(eol)
}

/** Folded style: a single line break is a space, so each break of the value needs one more (YAML 1.2.2, section 8.1.3). */
function folded(value: string, { indent, eol }: Place): string {
  const { body, chomping } = endOf(value)
  const lines = body
    .replace(/\n+/g, '$&\n')
    .split('\n')
    .flatMap((line) => wrap(line, lineWidth - indent))
    .map((line) => (line ? ' '.repeat(indent) + line : ''))
  return [`>${chomping}`, ...lines].join(eol)
}

/** A block scalar says in its head what becomes of the line breaks at its end. */
function endOf(value: string): { body: string; chomping: '' | '-' | '+' } {
  const breaks = /\n*$/.exec(value)?.[0] ?? ''
  if (breaks.length > 1) return { body: value.slice(0, -1), chomping: '+' }
  return { body: value.slice(0, value.length - breaks.length), chomping: breaks ? '' : '-' }
}

/** Breaks a line at single spaces between words. */
function wrap(line: string, width: number): string[] {
  const lines: string[] = []
  for (const word of line.split(/(?<=[^ ]) (?=[^ ])/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
