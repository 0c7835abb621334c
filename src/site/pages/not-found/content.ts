import type { Reader } from '../../../content/compose/reader.ts'
import { group, head, running, text } from '../../../content/schema.ts'
import { errors } from '../../components/failure/content.ts'
import { composeSearch } from '../../components/register-search/content.ts'

const shown = group({ title: text(), body: running() })
const whole = group({ ...errors.shape, not_found: group({ head, ...shown.shape }) })

export const texts = { errors: whole }

export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => ({
  ...reader.read('errors', group({ not_found: shown })).not_found,
  search: composeSearch(reader),
})

export const headOfNotFound = (reader: Reader) => reader.plain('errors', whole).not_found.head
