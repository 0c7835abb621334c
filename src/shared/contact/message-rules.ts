import type { Language } from '../languages.ts'

/** Where the form sends its messages (docs/promises.md, messages). */
export const contactEndpoint = '/api/contact'

/** What a visitor fills in, in the order of the form, with the most characters of each (docs/promises.md, messages). */
export const fieldLimits = { name: 100, email: 254, message: 5000 }
export type MessageField = keyof typeof fieldLimits
export const messageFields = Object.keys(fieldLimits) as MessageField[]
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

/** The message of a form that asks questions instead: each one that was answered, with its answer, on a line of its own. */
export const joinAnswers = (questions: string[], answers: string[]): string =>
  answers.flatMap((answer, index) => (isBlank(answer) ? [] : `${questions[index] ?? ''} ${answer.trim()}`)).join('\n')

type FieldError = 'empty' | 'long' | 'control' | 'format'
export type FieldErrors = Partial<Record<MessageField, FieldError>>

/** The outcome of a message (docs/promises.md, messages), as the form shows it. */
export type FormOutcome =
  | { kind: 'kept' }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'too-many'; minutes: number }
  | { kind: 'failed' }
  /** The server has not read the form, and cannot return what was typed. With `minutes`, it is overloaded for that long. */
  | { kind: 'unreadable'; minutes?: number }

/** The outcome and what was typed, so that the form can show it again. */
export type FormResult = FormOutcome & { typed: MessageText }

type CheckedMessage = { kind: 'accepted'; message: MessageText } | { kind: 'invalid'; errors: FieldErrors }

/** An e-mail address as the HTML standard defines a valid one (section "Email state", type=email). */
const emailRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Checks what was typed, once it is tidy. Browser and server both call this, so that they cannot disagree. */
export function checkMessage(typed: MessageText): CheckedMessage {
  const message: MessageText = { name: '', email: '', message: '' }
  const errors: FieldErrors = {}
  for (const field of messageFields) {
    message[field] = field === 'email' ? tidyEmail(typed[field]) : tidy(typed[field])
    const error = errorIn(field, message[field])
    if (error) errors[field] = error
  }
  return Object.keys(errors).length > 0 ? { kind: 'invalid', errors } : { kind: 'accepted', message }
}

function errorIn(field: MessageField, text: string): FieldError | undefined {
  if (isBlank(text)) return 'empty'
  if ([...text].length > fieldLimits[field]) return 'long'
  if (field !== 'message' && forbiddenInHeader.test(text)) return 'control'
  if (field === 'email' && !emailRule.test(text)) return 'format'
  return undefined
}

/** Whether a text has no visible character. */
export const isBlank = (text: string) => !visible.test(text)

/** Anything but spaces, control and format characters, fillers, the empty Braille cell and the empty note head. */
const visible = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800\u{1D159}]/u

/**
 * Line breaks, with which mail headers are forged, and what reorders the letters around it: bidirectional embeddings, overrides
 * and isolates (UAX #9 section 2). The single marks U+200E, U+200F and U+061C are allowed, because Arabic names use them.
 */
const forbiddenInHeader = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

/** The length of a text in code points, with each line break as one: nearly as a person counts. */
export const lengthOf = (typed: string) => [...tidy(typed)].length

/**
 * Spaces and what cannot be seen: autofill, chats and address books put such characters around a text. What may end an emoji, such as
 * a variation selector, is not among them.
 */
const invisible = /[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/

/** The lookbehind lets a match begin only where a run begins: otherwise a long run would take quadratic time. */
const invisibleEnds = new RegExp(`^${invisible.source}+|(?<!${invisible.source})${invisible.source}+$`, 'g')

/**
 * A text as it is stored: without spaces and invisible characters at its ends, in NFC, with a line break as one character. A text with
 * more than 30 combining marks in a row, which no language has (UAX #15 section 13, "Stream-Safe Text Format"), is not normalised:
 * sorting them could block the server. Any other text of 64 KiB, the most it reads, takes milliseconds.
 */
function tidy(typed: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  const text = typed.replace(invisibleEnds, '').replaceAll('\r\n', '\n')
  return /\p{M}{31}/u.test(text) ? text : text.normalize(form)
}

/**
 * An e-mail address as it is stored: without the wide signs of East Asian keyboards; a domain in other letters has its ASCII form, which
 * some browsers send by themselves.
 */
export function tidyEmail(typed: string): string {
  const email = tidy(typed, 'NFKC')
  // Other ASCII characters in the domain would be read as a port or a path.
  const [, local, domain = ''] = /^(.+@)([\w.\-\x80-\uFFFF]{1,254})$/.exec(email) ?? []
  if (!/[\x80-\uFFFF]/.test(domain)) return email
  try {
    return local + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}
