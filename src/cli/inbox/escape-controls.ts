// What changes the order or direction of the text around it is Unicode's property Bidi_Control.
const unsafe = /[\p{Control}\p{Bidi_Control}]/gu
const unsafeButLineFeed = /[^\n\P{Control}]|\p{Bidi_Control}/gu
/** Control characters that JSON does not escape in a string: those after the space. */
const unsafeInJson = /[\u007f-\u009f\p{Bidi_Control}]/gu

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const spellOut = (character: string) => shortEscapes[character] ?? unicodeEscape(character)
const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A visitor's text for one line of a terminal, with characters escaped that could control it or reorder other text. */
export const escapeControls = (text: string) => text.replace(unsafe, spellOut)

/** The same for a text of several lines. */
export const escapeControlsInLines = (text: string) => text.replace(unsafeButLineFeed, spellOut)

/** A JSON document that is safe to look at on a terminal. */
export const toJson = (value: unknown) => `${JSON.stringify(value, null, 2).replace(unsafeInJson, unicodeEscape)}\n`
