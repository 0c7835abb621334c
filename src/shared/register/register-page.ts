import type { RichText } from '../rich-text.ts'
import type { ShownCertificate } from './certificate.ts'

/** What a list of the register can be asked for, in its address: words, what to choose from, and the page of the list. */
export const registerQuery = ['q', 'country', 'product', 'state', 'page'] as const

/** What somebody may choose in a list. */
export const registerChoices = ['country', 'product', 'state'] as const

/** What the register's page shows: a list, one certificate, or why there is none. */
export type RegisterView =
  | {
      kind: 'list'
      /** '' for what the address does not ask, and for what cannot be chosen. */
      asked: Record<(typeof registerQuery)[number], string>
      /** Only values that occur, each with its words. */
      options: Record<(typeof registerChoices)[number], [string, string][]>
      listed: ShownCertificate[]
      /** Nothing matches the words; what is listed differs by a letter. */
      isNear: boolean
      count: string
      published: string
      /** The page of a longer list, how many there are, and the addresses of the pages before and after it. */
      page: string
      pages: string
      previous?: string | undefined
      next?: string | undefined
    }
  | { kind: 'certificate'; certificate: ShownCertificate; address: string }
  | { kind: 'none'; advice: RichText }
