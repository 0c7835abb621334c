import type { RichText } from '../rich-text.ts'
import type { Certificate, State } from './certificate.ts'

/** What a list of the register can be asked for, in its address: words, what to choose from, and the page of the list. */
export const registerQuery = ['q', 'country', 'product', 'state', 'page'] as const

/** A certificate as it may be shown today. */
export type ShownCertificate = Certificate & { state: State }

/** What somebody may choose in a list: only values that occur. Each option is a value with its words. */
export type RegisterChoice = { name: 'country' | 'product' | 'state'; chosen: string; options: [string, string][] }

/** What the register's page shows: a list, one certificate, or why there is none. */
export type RegisterView =
  | {
      kind: 'list'
      query: string
      /** Nothing matches the words; what is listed differs by a letter. */
      isNear: boolean
      choices: RegisterChoice[]
      listed: ShownCertificate[]
      count: string
      /** The pages of a list that is longer than one. */
      pages: { number: number; address: string; isCurrent: boolean }[]
      /** On the first page of a long register: the latest that are suspended or withdrawn. */
      halted: ShownCertificate[]
      published: string
    }
  | { kind: 'certificate'; number: string; certificate: ShownCertificate; address: string; code: string }
  | { kind: 'none'; number: string; advice: RichText }
