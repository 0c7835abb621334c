import type { Reader } from '../../../content/compose/reader.ts'
import { group, text } from '../../../content/schema.ts'
import { specimenNumber } from '../../../register/number.ts'
import { interpolate } from '../../../shared/interpolate.ts'

/** In register.yml. */
export const search = group({ label: text(), hint: text('example'), submit: text() })

/** The words of the search in the register, and the address that it leads to. */
export type Search = ReturnType<typeof composeSearch>

export function composeSearch(reader: Reader) {
  const { hint, ...words } = reader.plain('register', group({ search })).search
  return { ...words, hint: interpolate(hint, { example: specimenNumber }), action: reader.addresses.register }
}
