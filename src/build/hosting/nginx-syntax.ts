export const location = (match: string, lines: string[]) =>
  `location ${match} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`

export const map = (source: string, target: string, cases: (string | undefined)[][]) =>
  `map ${source} ${target} {\n${cases.map(([value, result]) => `  ${value === 'default' ? value : `"${value}"`} "${result}";\n`).join('')}}\n`

/** On every answer, whatever its status. nginx leaves out a header without a value. */
export const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
    .join('')

/** nginx reads no longer word than this, in bytes (NGX_CONF_BUFFER). */
const longestWord = 4_000

/**
 * A text as one word of a configuration.
 * @throws Error when nginx could not read it
 */
export function quoted(text: string): string {
  if (Buffer.byteLength(text) > longestWord) throw new Error(`nginx reads no text of more than ${longestWord} bytes.`)
  // A dollar begins a variable and cannot be escaped; in HTML it has another name.
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '&#36;')}"`
}
