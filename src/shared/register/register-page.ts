import type { RichText } from '../rich-text.ts'
import type { ShownCertificate } from './certificate.ts'

/** What somebody may choose in a list. */
export const registerChoices = ['country', 'product', 'state'] as const

/** What a list of the register can be asked for, in its address: words, choices, and the page of the list. */
export const registerQuery = ['q', ...registerChoices, 'page']

/** What the register's page shows: a list, one certificate with its short address, or why there is none. */
export type RegisterView = {
  list?: {
    /** The words that were typed. */
    typed: string
    /** Only values that occur, each with its words; `asked` is '' if none of them is asked for. */
    choices: { name: (typeof registerChoices)[number]; asked: string; options: [string, string][] }[]
    /** What is listed, and the page of a longer list, in words. */
    summary: string
    page: string
    listed: ShownCertificate[]
    /** The addresses of the pages before and after it. */
    previous?: string | undefined
    next?: string | undefined
  }
  certificate?: ShownCertificate & { address: string }
  advice?: RichText
}
