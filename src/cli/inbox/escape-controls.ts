/** What changes the order or direction of the text around it: embeddings, overrides and isolates of Unicode's bidi rules. */
const bidi = '\\u202a-\\u202e\\u2066-\\u2069'
const unsafe = new RegExp(`[\\p{Control}${bidi}]`, 'gu')
const unsafeButLineFeed = new RegExp(`[^\\n\\P{Control}]|[${bidi}]`, 'gu')
/** Control characters that JSON does not escape in a string: those after the space. */
const unsafeInJson = new RegExp(`[\\u007f-\\u009f${bidi}]`, 'gu')

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const spellOut = (character: string) => shortEscapes[character] ?? unicodeEscape(character)
const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A visitor's text for one line of a terminal, with characters escaped that could control it or reorder other text. */
export const escapeControls = (text: string) => text.replace(unsafe, spellOut)

/** The same for a text of several lines. */
export const escapeControlsInLines = (text: string) => text.replace(unsafeButLineFeed, spellOut)

/** A JSON document that is safe to look at on a terminal. */
export const toJson = (value: unknown) => `${JSON.stringify(value, null, 2).replace(unsafeInJson, unicodeEscape)}\n`
