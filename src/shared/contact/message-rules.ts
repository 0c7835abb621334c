import type { Language } from '../languages.ts'

/** Where the form sends its messages (docs/promises.md, messages). */
export const contactEndpoint = '/api/contact'

/** What a visitor fills in, in the order of the form. */
export const messageFields = ['name', 'email', 'message'] as const
export type MessageField = (typeof messageFields)[number]
export type MessageText = Record<MessageField, string>

/** What a form sends (docs/promises.md, messages). */
export type Submission = MessageText & {
  /** The UUID that the page gave the filled form; a plain form has none. */
  id?: string | undefined
  /** The language of the form's page. */
  language: Language
  /** The trap field, which people do not see. */
  website: string
}

/** The most characters each field may hold (docs/promises.md, messages). */
export const fieldLimits: Record<MessageField, number> = { name: 100, email: 254, message: 5000 }

export const fieldErrors = ['empty', 'long', 'control', 'format'] as const
type FieldError = (typeof fieldErrors)[number]
export type FieldErrors = Partial<Record<MessageField, FieldError>>

type CheckedMessage = { kind: 'accepted'; message: MessageText } | { kind: 'invalid'; errors: FieldErrors }

/** An e-mail address as the HTML standard defines a valid one (section "Email state", type=email). */
const emailRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Checks what was typed, after trimming and NFC. Browser and server both call this, so that they cannot disagree. */
export function checkMessage(typed: MessageText): CheckedMessage {
  const message: MessageText = { name: '', email: '', message: '' }
  const errors: FieldErrors = {}
  for (const field of messageFields) {
    const text = tidy(typed[field], fieldLimits[field])
    const error = text === undefined ? 'long' : errorIn(field, text)
    if (error) errors[field] = error
    else message[field] = text as string
  }
  return Object.keys(errors).length > 0 ? { kind: 'invalid', errors } : { kind: 'accepted', message }
}

function errorIn(field: MessageField, text: string): FieldError | undefined {
  if (isBlank(text)) return 'empty'
  if ([...text].length > fieldLimits[field]) return 'long'
  if (field !== 'message' && disguising.test(text)) return 'control'
  if (field === 'email' && !emailRule.test(text)) return 'format'
  return undefined
}

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string) => !visible.test(text)

/** Anything but spaces, control and format characters, fillers, the empty Braille cell and the empty note head. */
const visible = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800\u{1D159}]/u

/**
 * Line breaks, with which mail headers are forged, and what turns the letters around it: bidirectional embeddings, overrides
 * and isolates (UAX #9 section 2). Marks without an end of their own (U+200E, U+200F, U+061C) belong to names in Arabic.
 */
const disguising = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

/**
 * Characters as a person counts them, more or less: code points after trimming and NFC, with each line break as one. What
 * is far beyond any limit is counted as it was typed, which is the same for what keyboards write.
 */
export const lengthOf = (typed: string) => [...(tidy(typed, fieldLimits.message) ?? unifyLines(typed.trim()))].length

/**
 * A text as it is kept. One of more than eight times its limit of UTF-16 code units is longer than the limit whatever its
 * normal form: no character of NFC has more than four in any other form, as the tests show, and each of those has two
 * units at most.
 * @returns nothing when it is as long as that, before any work is done
 */
function tidy(typed: string, limit: number): string | undefined {
  const text = typed.trim()
  return text.length > 8 * limit ? undefined : compose(unifyLines(text))
}

const unifyLines = (text: string) => text.replaceAll('\r\n', '\n')

/**
 * NFC, except that a run of more than 30 combining marks stays as it came: sorting one takes time by the square of its
 * length, and no language has such a run (UAX #15 section 13, "Stream-Safe Text Format"). Only marks have a combining
 * class to be sorted by (Unicode Character Encoding Stability Policies), and none is composed across a run.
 */
const compose = (text: string) =>
  text.replace(/(\P{M}*)(\p{M}{0,30})(\p{M}*)/gu, (_, letters: string, marks: string, more: string) =>
    more ? letters.normalize('NFC') + marks + more : (letters + marks).normalize('NFC'),
  )
