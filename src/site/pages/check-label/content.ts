import type { Reader } from '../../../content/compose/reader.ts'
import { body, citing, group, list, pictures, text, titled } from '../../../content/schema.ts'
import { composeSearch } from '../../components/register-search/content.ts'

const shown = group({
  title: text(),
  answer: text(),
  easy: body(),
  send: text(),
  otherwise: titled(),
  shop: group({ title: text(), lead: text(), specimen: body(), steps: list(titled()) }),
  counter: titled(),
  sending: titled(),
  report: titled(),
  says: titled(),
})

export const texts = { check_label: citing(shown.extend({ pictures })) }

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => ({
  ...reader.readCiting('check_label', shown),
  sendLink: reader.addresses.ask_label,
  search: composeSearch(reader),
})
