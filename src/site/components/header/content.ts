import type { z } from 'zod'
import { each, group, text } from '../../../content/schema.ts'
import { navigationPages } from '../../../shared/pages.ts'

export const navbar = group({
  label: text(),
  menu: text(),
  close: text(),
  check: text(),
  skip: text(),
  ...each(navigationPages, text()).shape,
})
export type MenuTexts = z.output<typeof navbar>

export const language = group({ label: text(), name: text(), changed: text() })
