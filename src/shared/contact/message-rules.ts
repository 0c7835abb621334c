import type { Language } from '../languages.ts'

/** Where the form sends its messages (DESIGN.md section 5). */
export const contactEndpoint = '/api/contact'

/** What a visitor fills in, in the order of the form. */
export const messageFields = ['name', 'email', 'message'] as const
export type MessageField = (typeof messageFields)[number]
export type MessageText = Record<MessageField, string>

/** What a form sends (DESIGN.md section 5). */
export type Submission = MessageText & {
  /** The UUID that the page gave the filled form; a plain form has none. */
  id?: string | undefined
  /** The language of the page that the form stands on. */
  language: Language
  /** The trap field, which people do not see. */
  website: string
}

/** The most characters each field may hold (DESIGN.md section 5). */
export const fieldLimits: Record<MessageField, number> = { name: 100, email: 254, message: 5000 }

export const fieldErrors = ['empty', 'long', 'control', 'format'] as const
export type FieldError = (typeof fieldErrors)[number]
export type FieldErrors = Partial<Record<MessageField, FieldError>>

export type CheckedMessage = { kind: 'accepted'; message: MessageText } | { kind: 'refused'; errors: FieldErrors }

/** An e-mail address as the HTML standard defines a valid one (section "Email state", type=email). */
const emailRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Checks what was typed, after trimming and NFC. Browser and server both call this, so that they cannot disagree. */
export function checkMessage(typed: MessageText): CheckedMessage {
  const entries = messageFields.map((field) => [field, tidy(typed[field])] as const)
  const message = Object.fromEntries(entries) as MessageText
  const errors = Object.fromEntries(entries.flatMap(([field, value]) => faultOf(field, value) ?? [])) as FieldErrors
  return Object.keys(errors).length > 0 ? { kind: 'refused', errors } : { kind: 'accepted', message }
}

function faultOf(field: MessageField, value: string): [[MessageField, FieldError]] | undefined {
  const fault = (error: FieldError): [[MessageField, FieldError]] => [[field, error]]
  if (value === '') return fault('empty')
  if (lengthOf(value) > fieldLimits[field]) return fault('long')
  // Line breaks in a name or an address are how mail headers are forged.
  if (field !== 'message' && /[\p{Control}\u2028\u2029]/u.test(value)) return fault('control')
  if (field === 'email' && !emailRule.test(value)) return fault('format')
  return undefined
}

/** Characters as a person counts them, more or less: code points, with each line break as one. */
export const lengthOf = (text: string) => [...tidy(text)].length

const tidy = (text: string) => text.replaceAll('\r\n', '\n').trim().normalize('NFC')
