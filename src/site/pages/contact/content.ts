import type { Reader } from '../../../content/compose/reader.ts'
import { group, list, page, running, text } from '../../../content/schema.ts'
import type { FormResult } from '../../../shared/contact/message-rules.ts'
import type { PageKey } from '../../../shared/pages.ts'

const form = group({
  title: text(),
  name: text(),
  email: text(),
  message: text(),
  message_hint: text(),
  required: text(),
  send: text(),
  sending: text(),
  success: text(),
  failure: text(),
  failure_help: text(),
  unreadable_help: text(),
  success_help: text(),
  again: text(),
  summary_title: text(),
  error_prefix: text(),
  trap: text(),
  errors: group({
    name_empty: text(),
    name_long: text('length', 'limit'),
    name_control: text(),
    email_empty: text(),
    email_format: text(),
    email_long: text('length', 'limit'),
    email_control: text(),
    message_empty: text(),
    message_long: text('length', 'limit'),
    too_many: text('minutes'),
  }),
})

const contact = group({
  title: text(),
  lead: text(),
  details: group({ title: text(), email: text(), phone: text(), body: running() }),
  form,
  privacy: group({ title: text(), short: text(), body: running() }),
})

/** The same form with questions in place of the message. */
const askLabel = group({ title: text(), lead: text(), required: text(), empty: text(), questions: list(text()) })

export const texts = { contact: page(contact), ask_label: page(askLabel) }

/** `questions` are asked in place of the message, which is made of their answers. The server adds the result of a form. */
export type Content = ReturnType<typeof compose> & { result?: FormResult }

export function compose(reader: Reader, page: PageKey) {
  const shown = { ...reader.read('contact', contact), address: reader.addresses[page], questions: [] as string[] }
  if (page === 'contact') return shown
  const { title, lead, required, empty, questions } = reader.plain('ask_label', askLabel)
  const errors = { ...shown.form.errors, message_empty: empty }
  return { ...shown, title, lead, questions, form: { ...shown.form, required, errors } }
}
