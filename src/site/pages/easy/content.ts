import type { Reader } from '../../../content/compose/reader.ts'
import { group, list, page, running, text } from '../../../content/schema.ts'
import { texts as register } from '../register/content.ts'

export const easy = group({
  title: text(),
  lead: text(),
  number: text(),
  steps: list(group({ title: text(), picture: text(), body: running() })),
})

export const texts = { easy: page(easy) }

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => ({
  ...reader.read('easy', easy),
  /** What the register calls a certificate in force. */
  state: reader.plain('register', register.register).states['in-force'],
})
