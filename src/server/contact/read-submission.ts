import { z } from 'zod'
import type { Submission } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** The maximum size of a submission, in bytes (docs/promises.md, messages). */
export const bodyLimit = 64 * 1024

/** A body that is no submission. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly statusCode = 400
}

// A lone surrogate is no character: U+FFFD takes its place.
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
  // No database keeps a NUL; in the other fields it is invalid by the message rules.
  message: text.transform((value) => value.replaceAll('\0', '\uFFFD')),
  language: z.enum(allLanguages).default(initialLanguage),
  website: text,
})

/** @throws BodyError when it is no submission in JSON and UTF-8 (RFC 8259) */
export const readJson = (body: Buffer): Submission => submissionOf(() => JSON.parse(decode(body)))

/**
 * Reads a plain form (URL standard, section 5): of each field the first value.
 * @throws BodyError when it is no submission in UTF-8
 */
export const readForm = (body: Buffer): Submission =>
  submissionOf(() => {
    const form = new URLSearchParams(decode(body))
    return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, form.get(name) ?? undefined]))
  })

function submissionOf(fields: () => unknown): Submission {
  try {
    return schema.parse(fields())
  } catch {
    throw new BodyError()
  }
}

const decode = (body: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(body)
