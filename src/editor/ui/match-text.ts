/** What a text is on the page: without marks, and with the facts that it names. */
export function paragraphsOf(value: string, facts: Record<string, string>): string[] {
  return value
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => facts[name] ?? whole)
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/!\[\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n+/)
    .map((line) => plain(line.replace(/^(?:#+|>|-|\d+\.) /, '').replace(/\*+/g, '')))
    .filter(Boolean)
}

export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** How well words of the page fit a text: 3 for the same, 2 for a part of it, 0 for neither. */
export function fitOf(words: string, paragraphs: string[]): number {
  if (paragraphs.some((paragraph) => isSame(words, paragraph))) return 3
  return words.length > 12 && paragraphs.some((paragraph) => paragraph.includes(words)) ? 2 : 0
}

/** A place in braces that no fact fills may hold any words. */
function isSame(words: string, paragraph: string): boolean {
  if (words === paragraph) return true
  const literal = paragraph.replace(/\{\{[^}]*\}\}/g, '')
  if (literal === paragraph || (literal.match(/\p{L}/gu)?.length ?? 0) < 4) return false
  const pattern = paragraph
    .split(/\{\{[^}]*\}\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${pattern}$`).test(words)
}
