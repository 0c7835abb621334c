import type { BuiltSite } from '../shared/built-site.ts'
import type { Language } from '../shared/languages.ts'
import type { WeaveState } from '../site/components/weave/weave.tsx'
import type { Fields } from './read-form.ts'

/** The words of the office, and those for what is wrong in a field. */
export type OfficeWords = BuiltSite['office'][Language]

/** What is around every page of the office. */
export type Frame = {
  words: OfficeWords
  language: Language
  languages: { language: Language; name: string }[]
  siteName: string
  /** The page's own address. */
  path: string
  /** Who has signed in. */
  person?: string | undefined
  /** How many proposals wait for this person. */
  waiting?: number
  notice?: string | undefined
}

/** What is wrong with a form, at its fields; `''` is the whole form. `news` is what colleagues did meanwhile. */
export type Wrong = { errors: Record<string, string>; news?: string[] }

/** A form as it was sent, or as it is offered. @property seen the last act that the page shows */
export type Form = { fields: Fields; seen: number; wrong?: Wrong | undefined }

export type ProposalView = {
  sequence: number
  hash: string
  about: string
  who: string
  what: string[]
  /** What took one, and is in effect. */
  also: string[]
  isOwn: boolean
  isOfBatch: boolean
}

export type EntryView = {
  id: string
  what: string
  who: string
  corrected?: string | undefined
  isCorrectable: boolean
}
export type ListedView = { number: string; names: string; state: WeaveState; inWords: string; waits: boolean }
export type MessageView = {
  id: string
  from: string
  state: string
  text: string
  reason?: string | undefined
  canRetry: boolean
}

/** Everything that a page shows, by its kind. */
export type OfficeView =
  | { kind: 'sign-in'; options: string; error?: string | undefined }
  | { kind: 'invitation'; name: string; options: string; error?: string | undefined }
  /** @property again a form that could not be sent */
  | { kind: 'problem'; title: string; text: string; again?: { path: string; fields: Fields } }
  | {
      kind: 'confirm'
      what: string[]
      effect: string
      act: string
      challenge: string
      credentials: string[]
      path: string
      fields: string
      invitation?: string
    }
  | {
      kind: 'waiting'
      others: ProposalView[]
      own: ProposalView[]
      isAlone: boolean
      ending: ListedView[]
      messages: MessageView[]
      form: Form
    }
  | { kind: 'register'; listed: ListedView[]; states: [string, string][]; fields: Fields }
  | { kind: 'new'; form: Form; choices: Choices }
  | {
      kind: 'certificate'
      number: string
      state: WeaveState
      inWords: string
      facts: [string, string][]
      entries: EntryView[]
      proposals: ProposalView[]
      /** The decisions that the state permits. */
      decisions: (keyof OfficeWords['buttons'])[]
      batches: string[]
      publicPage: string
      form: Form
      choices: Choices
      example: string
    }
  | {
      kind: 'correct'
      number: string
      of: string
      what: string
      table: string
      canAnnul: boolean
      form: Form
      choices: Choices
      outcome: string
    }
  | {
      kind: 'batches'
      number: string
      form: Form
      /** What was read of pasted lines. */
      read?: {
        summary: string
        rows: { batch: string; outcome: string; day: string; error?: string | undefined }[]
        passed: string[]
        /** There are some, and not too many. */
        isRight: boolean
      }
      example: string
    }
  | { kind: 'messages'; messages: MessageView[] }
  | {
      kind: 'people'
      people: {
        id: string
        name: string
        since: string
        devices: string
        canLink: boolean
        isRemoved: boolean
        isSelf: boolean
      }[]
      proposals: ProposalView[]
      link?: { name: string; address: string }
      form: Form
    }
  | { kind: 'log'; acts: { what: string[]; at: string; place: string; signed: string }[]; next?: string | undefined }

/** What is chosen from, each key with its words. */
export type Choices = { country: [string, string][]; covers: [string, string][]; reasons: [string, string][] }
