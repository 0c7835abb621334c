/**
 * Fills the `{{placeholders}}` of a text, as i18next does with `interpolation.escapeValue: false` (SPEC.md section 4:
 * escaping is off; React escapes what it renders). A placeholder without a value stays as it is, to be seen.
 */
export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/** The names of the placeholders in a text, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] as string))].sort()
}

/** What is left of a text without its placeholders. */
export const withoutPlaceholders = (text: string) => text.replace(placeholder, '')

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g
