import type { z } from 'zod'
import { each, group, text } from '../../../content/schema.ts'
import { footerLists } from '../../../shared/pages.ts'

export const footer = group({
  pages: text(),
  lists: group({ help: text(), legal: text() }),
  links: each([...footerLists.help, ...footerLists.legal], text()),
  label: text(),
  map_title: text(),
  map_frame: text('office'),
  map_show: text('office'),
  map_load: text(),
  map_open: text(),
  locator_title: text('office'),
  locator_alt: text('office'),
  email: text(),
  phone: text(),
  cookies: text(),
  copyright: text(),
  statement: text(),
})
export type FooterTexts = z.output<typeof footer>
