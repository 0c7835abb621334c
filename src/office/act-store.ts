import type { Act, ActProblem, Assertion, Entry, EntryInEffect, RecordedAct } from '../register/acts.ts'
import type { Register } from '../register/register.ts'

/** A passkey, for `verifyAuthenticationResponse`. */
export type Device = { credential: string; key: string; origin: string; transports: string[]; since: number }

/**
 * Who keeps the register, or did.
 * @property since when the person was first let in
 * @property devices empty until the invitation was used, and once the person was removed
 * @property isInvited an invitation may be made: the person was let in, or let in again, and has not added a device since
 */
export type Person = {
  id: string
  name: string
  since: number
  devices: Device[]
  isInvited: boolean
  isRemoved: boolean
}

/** What waits for a second person. @property entries those that take two, with their places in the act */
export type Proposal = { sequence: number; hash: string; at: number; person: string; entries: [place: number, Entry][] }

/** All acts in memory, and what follows from them. It is read-only, and changes with the next call of a method of ActStore. */
export type Ledger = {
  /** Of the beginning, 0 and ''. */
  last: { sequence: number; hash: string }
  /** The log, the earliest first. */
  acts: RecordedAct[]
  entries: EntryInEffect[]
  people: Map<string, Person>
  /** By the sequence of the act. */
  proposals: Map<number, Proposal>
  /** The specimens and the entries in effect: what the public sees, days to come included. */
  register: Register
}

/** Why an act is not recorded, although its fields are right. The answer to a hand-made request, mostly. */
export type Forbidden =
  | 'not_in' // The person is not there, was removed, or has not added a device.
  | 'own_proposal' // Who proposed something cannot agree to it or decline it; nobody else can take it back.
  | 'takes_two' // An act of one person for what takes two; or one for two with nothing that takes two.
  | 'no_invitation' // A device without an invitation, with one that was used or has expired, or that somebody has already.
  | 'signature' // Another key, another act, another origin, or no user verification.
  | 'malformed' // No act at all.

export type NotRecorded =
  | { kind: 'wrong'; problems: ActProblem[] }
  /** A colleague did something about this certificate, or this proposal, since the form was shown. Nothing is recorded. */
  | { kind: 'overtaken'; by: RecordedAct[] }
  | { kind: 'forbidden'; reason: Forbidden }

/**
 * The register's acts: it checks and records them, one at a time, whatever the number of processes. Every method may reject with a
 * StoreError when the database is away: then nothing was done, or the same act may be sent again.
 */
export type ActStore = {
  /** The acts until now, those of other processes too. One small query. */
  read(): Promise<Ledger>
  /** What waits for this person: what others have proposed. */
  waitingFor(person: string): Promise<Proposal[]>
  /** The entries that came into effect after this act, for whoever follows the register. */
  entriesAfter(sequence: number): Promise<EntryInEffect[]>
  /**
   * Checks an act before it is confirmed: fields get their one spelling, and a certificate without a number the next one. Nothing is
   * recorded.
   * @param act as the form has it, with a new id
   * @returns the act that is to be confirmed, and its challenge for the passkey
   */
  prepare(act: Act): Promise<{ kind: 'ready'; act: Act; challenge: string } | NotRecorded>
  /**
   * Checks an act again, with its signature, and records it: proposes, agrees, declines, takes back or decides. The same act again is
   * recorded once.
   * @param invitation the secret of the link, with which a person adds a device
   */
  record(
    act: Act,
    assertion: Assertion,
    invitation?: string,
  ): Promise<{ kind: 'recorded'; act: RecordedAct } | NotRecorded>
  /**
   * Makes the secret of an invitation, good once, for a day, for a person who may have one (`isInvited`); an earlier one is void.
   * @returns nothing if the person may have none
   */
  invite(person: string): Promise<string | undefined>
  /** The operator lets somebody in, or in again. @returns the secret of the invitation */
  letIn(name: string): Promise<string>
  /** The person whom an invitation is for; nothing if it was used or has expired. */
  invited(secret: string): Promise<Person | undefined>
}
