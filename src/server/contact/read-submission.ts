import { z } from 'zod'
import { joinAnswers, type Submission } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** The maximum size of a submission, in bytes (docs/promises.md, messages). */
export const bodyLimit = 64 * 1024

/** A body that is not a submission. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly statusCode = 400
}

// A lone surrogate is not a character: it is replaced by U+FFFD.
const text = z
  .string()
  .default('')
  .transform((value) => value.toWellFormed())

/** The form's fields. One that is missing counts as empty, so that the message rules can name it. */
const schema = z.object({
  id: z
    .union([z.guid().toLowerCase(), z.literal('')])
    .optional()
    .transform((id) => id || undefined),
  name: text,
  email: text,
  // PostgreSQL cannot store a NUL; in the other fields the message rules reject it.
  message: text.transform((value) => value.replaceAll('\0', '\uFFFD')),
  language: z.enum(allLanguages).default(initialLanguage),
  website: text,
})

/** @throws BodyError if it is not a submission in JSON and UTF-8 (RFC 8259) */
export const readJson = (body: Buffer): Submission => submissionOf(() => JSON.parse(decode(body)))

/**
 * Reads a plain form (URL standard, section 5): of each field the first value.
 * @throws BodyError if it is not a submission in UTF-8
 */
export const readForm = (body: Buffer): Submission =>
  submissionOf(() => {
    const form = new URLSearchParams(decode(body))
    const fields = Object.keys(schema.shape).map((name) => [name, form.get(name) ?? undefined])
    // The form about a label asks questions instead.
    const message = form.get('message') ?? joinAnswers(form.getAll('question'), form.getAll('answer'))
    return { ...Object.fromEntries(fields), message }
  })

function submissionOf(fields: () => unknown): Submission {
  try {
    return schema.parse(fields())
  } catch {
    throw new BodyError()
  }
}

const decode = (body: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(body)
