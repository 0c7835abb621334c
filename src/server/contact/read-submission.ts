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
const fieldNames = Object.keys(schema.shape)

/** @throws BodyError when it is no submission in JSON and UTF-8 (RFC 8259) */
export function readJson(body: Buffer): Submission {
  const submission = schema.safeParse(parseJson(decode(body))).data
  if (!submission) throw new BodyError()
  return submission
}

/**
 * Reads a plain form (URL standard, section 5): of each field the first value.
 * @throws BodyError when it is no submission in UTF-8
 */
export function readForm(body: Buffer): Submission {
  const form = new URLSearchParams(decode(body))
  const submission = schema.safeParse(
    Object.fromEntries(fieldNames.map((name) => [name, form.get(name) ?? undefined])),
  ).data
  if (!submission) throw new BodyError()
  return submission
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new BodyError()
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new BodyError()
  }
}
