import type { z } from 'zod'
import { group, text } from '../../../content/schema.ts'

/** In errors.yml, beside the words of the not-found page. */
export const errors = group({
  loading: text(),
  load: group({
    title: text(),
    message: text('type', 'address'),
    types: group({ missing: text(), error: text(), timeout: text() }),
    retry: text(),
    other: text(),
  }),
  unexpected: group({ title: text(), text: text() }),
})
export type ErrorTexts = z.output<typeof errors>
