import type { RichText } from './rich-text.ts'

/** The states in the order of lists. */
export const states = ['in-force', 'suspended', 'withdrawn', 'not-yet', 'expired', 'ended', 'replaced'] as const
export type State = (typeof states)[number]

/** What the register says of a pack. */
export type PackOutcome = 'yes' | 'no' | 'unknown'

/** What somebody may choose in a list. */
export const registerChoices = ['country', 'product', 'state'] as const

/** What a page of the register can be asked for, in its address: words, choices, and the page of a list; a pack. */
export const registerQuery = ['q', ...registerChoices, 'page', 'packed', 'batch']

/** A certificate in a list; `inWords` is its state, with the day if it has one. */
type ListedCertificate = {
  number: string
  /** Company and plant, oval, town, which are not translated. */
  names: [companyAndPlant: string, oval: string, town: string]
  covers: string
  state: State
  inWords: string
}

/** The pagination of a long list: links to some of its pages; the current page has no link. */
export type ListLinks = {
  here: string
  previous?: string | undefined
  next?: string | undefined
  pages: { page: string; address: string }[]
}

type PackField = { value: string; error?: string | undefined }

/** What the register's page shows: a list, one certificate, what changed, or why there is none of them; all in words. */
export type RegisterView = {
  /** The title, in which names and numbers are not translated. */
  heading?: RichText
  /** The words that were typed in the search, if it leads here. */
  typed?: string
  list?: {
    /** Only values that occur, each with its words; `asked` is '' if none of them is asked for. */
    choices: { name: (typeof registerChoices)[number]; asked: string; options: [string, string][] }[]
    summary: RichText
    listed: ListedCertificate[]
    links: ListLinks
  }
  certificate?: {
    number: string
    /** Its short address. */
    address: string
    state: State
    isSpecimen: boolean
    sentences: RichText
    /** What it says, each with its label; a name is not translated. */
    details: [label: string, value: string, isName?: boolean][]
    /** Each decision, and the state that follows from it. */
    history: { day: string; state: State; sentences: RichText }[]
    /** The question about a pack. */
    pack: {
      packed: PackField
      batch: PackField
      /** `isCovered` is undefined if the register cannot know. */
      answer?: {
        isCovered: boolean | undefined
        /** Said in one word; of a specimen as if it certified something. */
        outcome: PackOutcome
        sentence: RichText
        advice: RichText
      }
    }
  }
  /** The decisions of the last months, with when they came into effect on the site; `id` stays the same when one is corrected. */
  changes?: {
    entries: {
      id: string
      number: string
      names: string[]
      /** ISO 8601 */
      at: string
      day: string
      state: State
      what: string
      sentences: RichText
    }[]
    links: ListLinks
  }
  advice?: RichText
  /** The certificates of a batch with the digits of a number that is not found. */
  ofBatch?: { title: RichText; listed: ListedCertificate[] }
}
