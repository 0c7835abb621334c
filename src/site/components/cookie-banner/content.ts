import type { z } from 'zod'
import { group, running, text } from '../../../content/schema.ts'

export const cookies = group({ label: text(), body: running(), accept: text(), refuse: text() })
export type CookieTexts = z.output<typeof cookies>
