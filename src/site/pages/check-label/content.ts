import type { Reader } from '../../../content/compose/reader.ts'
import { localise } from '../../../content/read/organisation.ts'
import { body, citing, group, list, pictures, text, titled } from '../../../content/schema.ts'
import { composeSearch } from '../../components/register-search/content.ts'
import { easy } from '../easy/content.ts'

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

export function compose(reader: Reader) {
  const { number, steps } = reader.plain('easy', easy)
  return {
    ...reader.readCiting('check_label', shown),
    sendLink: reader.addresses.ask_label,
    search: composeSearch(reader),
    /** The mark with a number, as a drawing; `alt` says what it shows. */
    specimen: { name: localise(reader.content.organisation.name, reader.language), number, alt: steps[1]?.picture },
  }
}
