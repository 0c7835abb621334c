import { z } from 'zod'
import type { MessageText } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'

/** What a form sends, still to be checked by the message rules. */
export type Submission = { id: string | undefined; typed: MessageText; language: Language; website: string }

// A lone surrogate is no character, and no database keeps a NUL.
const text = z
  .string()
  .default('')
  .transform((value) => value.toWellFormed().replaceAll('\0', '\uFFFD'))

const schema = z.object({
  id: z
    .union([z.guid().toLowerCase(), z.literal('')])
    .optional()
    .transform((id) => id || undefined),
  name: text,
  email: text,
  message: text,
  language: z.enum(allLanguages).default(initialLanguage),
  website: text,
})

/**
 * Reads the fields of DESIGN.md section 5. A field that is missing counts as empty, so that the rules can name it.
 * @returns nothing when this is no submission at all
 */
export function readSubmission(fields: unknown): Submission | undefined {
  const parsed = schema.safeParse(fields)
  if (!parsed.success) return undefined
  const { id, language, website, ...typed } = parsed.data
  return { id, typed, language, website }
}
