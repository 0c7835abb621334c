import type { RichText } from './rich-text.ts'

/** The columns of content/register.csv; they may be in another order there. */
export const registerColumns = [
  ...['number', 'holder', 'plant', 'oval', 'town', 'country', 'covers'],
  ...['from', 'until', 'suspended', 'withdrawn', 'ended', 'replaced_by', 'reason', 'batches'],
] as const
export const dayColumns = ['from', 'until', 'suspended', 'withdrawn', 'ended'] as const

/**
 * A line of content/register.csv; what is not given is ''. Days are ISO 8601, `country` is ISO 3166-1 alpha-2, `covers` and
 * `reason` are keys of content/texts/<language>/register.yml with a space between them.
 */
export type Certificate = Record<RegisterColumn, string>
export type RegisterColumn = (typeof registerColumns)[number]

/** A certificate as it may be shown on a day. */
export type ShownCertificate = Certificate & { state: State }

/** With what its columns say in the page's language: a browser may know other names of countries, and write days in another way. */
export type DescribedCertificate = ShownCertificate & { words: Record<string, string> }

/** The states in the order of lists. */
export const states = ['in_force', 'suspended', 'withdrawn', 'not_yet', 'expired', 'ended', 'replaced'] as const
export type State = (typeof states)[number]

/** A certificate of the year 00 is a specimen: it certifies nothing. */
export const isSpecimen = (number: string) => number.startsWith('00-')

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
    listed: DescribedCertificate[]
    /** The addresses of the pages before and after it. */
    previous?: string | undefined
    next?: string | undefined
  }
  certificate?: DescribedCertificate & { address: string }
  advice?: RichText
}
