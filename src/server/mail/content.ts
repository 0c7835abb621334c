import type { z } from 'zod'
import { each, text } from '../../content/schema.ts'

/** The email to the office. */
export const mail = each(
  ['subject', 'text', 'may_be_repeat'],
  text('sender', 'address', 'page', 'url', 'received', 'reference', 'message'),
)
export type MailTexts = z.output<typeof mail>
