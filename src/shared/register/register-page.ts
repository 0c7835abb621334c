import type { RichText } from '../rich-text.ts'
import type { ShownCertificate } from './certificate.ts'

/** What a list of the register can be asked for, in its address: words, what to choose from, and the page of the list. */
export const registerQuery = ['q', 'country', 'product', 'state', 'page'] as const

/** What somebody may choose in a list. */
export const registerChoices = ['country', 'product', 'state'] as const

/** What the register's page shows: a list, one certificate with its short address, or why there is none. */
export type RegisterView = {
  list?: RegisterList
  certificate?: ShownCertificate & { address: string }
  advice?: RichText
}

export type RegisterList = {
  /** '' for what the address does not ask, and for what cannot be chosen. */
  asked: Record<(typeof registerQuery)[number], string>
  /** Only values that occur, each with its words. */
  options: Record<(typeof registerChoices)[number], [string, string][]>
  /** What is listed, and the page of a longer list, in words. */
  summary: string
  page: string
  listed: ShownCertificate[]
  /** The addresses of the pages before and after it. */
  previous?: string | undefined
  next?: string | undefined
}
