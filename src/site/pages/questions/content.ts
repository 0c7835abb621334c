import type { Reader } from '../../../content/compose/reader.ts'
import { citing, each, group, open, running, text } from '../../../content/schema.ts'

const questions = open(group({ anchor: text(), question: text(), body: running() }))

const shown = group({
  title: text(),
  lead: text(),
  contents: text(),
  groups: each(['consumers', 'companies', 'controllers'], group({ title: text(), questions })),
})

export const texts = { questions: citing(shown) }

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => reader.readCiting('questions', shown)
