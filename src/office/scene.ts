import type { Entry, EntryInEffect } from '../register/acts.ts'
import type { Certificate } from '../register/register.ts'
import type { LoadedSite } from '../server/built-site.ts'
import type { Message } from '../server/messages/message-store.ts'
import type { BuiltSite } from '../shared/built-site.ts'
import type { Language } from '../shared/languages.ts'
import type { Ledger } from './ledger.ts'
import type { Pasted } from './pasted-batches.ts'

/** The words of the office, and those for what is wrong in a field. */
export type OfficeWords = BuiltSite['office'][Language]

/** The fields of a form as they were typed; of several with one name, all. */
export type Fields = Record<string, string | string[]>

/** What is wrong with a form, at its fields; `''` is the whole form. `news` is what colleagues did meanwhile. */
export type Wrong = { errors: Record<string, string>; news?: string[] }

/** A form as it was sent, or as it is offered. @property seen the last act that the page shows */
export type Form = { fields: Fields; seen: number; wrong?: Wrong | undefined }

/** What acts are described with. */
export type Narrator = { words: OfficeWords; language: Language; ledger: Ledger; site: LoadedSite }

/** What every page is made of: the acts as they are now, for one person, in one language. */
export type Scene = Narrator & {
  today: string
  /** Who has signed in; '' if nobody has. */
  person: string
  /** The page's own address, without its query. */
  path: string
  query: Fields
  form: Form
}

/** What each page shows besides. */
export type Views = {
  /** @property invited who adds a device; without, somebody signs in */
  enter: { options: string; error?: string | undefined; invited?: string }
  /** @property again a form that could not be sent, @property isSignedOut whether to sign in comes first */
  problem: { text: string; again?: { path: string; fields: Fields } | undefined; isSignedOut?: boolean }
  /** @property button what is done, @property act in JSON, as it is signed, @property typed the fields of its form, in JSON */
  confirm: {
    parts: { what: string[]; entries: Entry[]; effect: string }[]
    button: string
    act: string
    challenge: string
    credentials: string[]
    path: string
    typed: string
    invitation?: string | undefined
  }
  waiting: { stuck: Message[] }
  register: object
  new: object
  certificate: { certificate: Certificate }
  correct: { of: EntryInEffect }
  batches: { number: string; pasted?: Pasted | undefined }
  messages: { messages: Message[] }
  people: { link?: { name: string; address: string } | undefined }
  log: object
}
export type View = { [Kind in keyof Views]: { kind: Kind } & Views[Kind] }[keyof Views]

export const fieldOf = (fields: Fields, name: string): string => [fields[name] ?? ''].flat().at(-1) ?? ''
export const valuesOf = (fields: Fields, name: string): string[] => [fields[name] ?? []].flat()
