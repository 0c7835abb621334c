import type { Reader } from '../../../content/compose/reader.ts'
import { body, citing, group, list, text, titled } from '../../../content/schema.ts'
import { composePartners } from '../../components/partners/content.ts'

const point = group({ title: text(), text: text() })

const shown = group({
  title: text(),
  intro: body(),
  commitments: group({ title: text(), by_hand: point, present: point, decision: point, answer: point }),
  transparency: titled(),
  partners: titled(),
  why: group({ title: text(), items: list(point) }),
  conclusion: titled(),
  thanks: text(),
  contact: titled(),
})

export const texts = { presentation: citing(shown) }

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => ({
  ...reader.readCiting('presentation', shown),
  partnersList: composePartners(reader),
})
