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

type FieldError = 'empty' | 'long' | 'control' | 'format'
export type FieldErrors = Partial<Record<MessageField, FieldError>>

/** What became of a message (docs/promises.md, messages), as far as the form shows it. */
export type FormOutcome =
  | { kind: 'kept' }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'too-many'; minutes: number }
  | { kind: 'failed' }
  /** The server has not read the form, and cannot return what was typed. With `minutes`, it reads none for so long. */
  | { kind: 'unreadable'; minutes?: number }

/** The outcome together with what was typed, so that nothing of it is lost. */
export type FormAnswer = { outcome: FormOutcome; typed: MessageText }

type CheckedMessage = { kind: 'accepted'; message: MessageText } | { kind: 'invalid'; errors: FieldErrors }

/** An e-mail address as the HTML standard defines a valid one (section "Email state", type=email). */
const emailRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Checks what was typed, after trimming and NFC. Browser and server both call this, so that they cannot disagree. */
export function checkMessage(typed: MessageText): CheckedMessage {
  const message: MessageText = { name: '', email: '', message: '' }
  const errors: FieldErrors = {}
  for (const field of messageFields) {
    message[field] = tidy(typed[field])
    const error = errorIn(field, message[field])
    if (error) errors[field] = error
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

/** Characters as a person counts them, more or less: code points, with each line break as one. */
export const lengthOf = (typed: string) => [...tidy(typed)].length

/** The most UTF-16 code units that 5,000 characters of NFC have in any other form: four characters each, of two units. */
const mostUnits = 8 * fieldLimits.message

/**
 * A text as it is stored: trimmed, in NFC, with a line break as one character. Two kinds of text stay as they were typed,
 * because normalising them could take all the time there is: what is longer than any valid text, and what has a run of more than
 * 30 combining marks, as no language has (UAX #15 section 13, "Stream-Safe Text Format").
 */
function tidy(typed: string): string {
  const text = typed.trim().replaceAll('\r\n', '\n')
  return text.length > mostUnits || /\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
}
