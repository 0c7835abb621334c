import type { RichText } from './rich-text.ts'

/**
 * Fills the `{{variables}}` of a text, as i18next does with `interpolation.escapeValue: false`:
 * React escapes what it renders. A variable without a value stays visible.
 */
export function interpolate(text: string, values: object): string {
  return text.replace(variable, (match, name: string) =>
    Object.hasOwn(values, name) ? String(values[name as keyof typeof values]) : match,
  )
}

export const interpolateRichText = (text: RichText, values: Record<string, string>): RichText =>
  text.map((node) => {
    if (typeof node === 'string') return interpolate(node, values)
    const [tag, attributes, ...children] = node
    return [tag, attributes, ...interpolateRichText(children, values)]
  })

/** The names of the variables in a text, sorted, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map((match) => match[1] as string))].sort()
}

export const withoutVariables = (text: string) => text.replace(variable, '')

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g
