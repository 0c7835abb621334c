import {
  beginning,
  type Entry,
  type EntryInEffect,
  type LineEntry,
  type RecordedAct,
  takesTwo,
} from '../register/acts.ts'
import { GrowingRegister, inEffect, isLine } from '../register/entries.ts'
import { nextNumber } from '../register/number.ts'
import { isSpecimen, type Register } from '../register/register.ts'

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

/** All acts in memory, and what follows from them. */
export class Ledger {
  /** The last act; of the beginning, 0 and ''. */
  last = { sequence: 0, hash: beginning }
  /** The log, the earliest first. */
  readonly acts: RecordedAct[] = []
  readonly entries: EntryInEffect[] = []
  readonly people = new Map<string, Person>()
  /** What waits, by the sequence of the act: not what somebody proposed who was removed since. */
  readonly proposals = new Map<number, Proposal>()
  /** All devices there ever were: nobody gets one of them again. */
  readonly devices: (Device & { person: string })[] = []
  /** All numbers that certificates were ever proposed with. */
  readonly numbers = new Set<string>()
  readonly #growing: GrowingRegister
  readonly #builtNumbers: string[]
  readonly #byId = new Map<string, EntryInEffect>()
  readonly #actsById = new Map<string, RecordedAct>()

  /** @param built what the site contains: of that, only specimens are shown beside entries; the numbers of others are not given again */
  constructor(built: LineEntry[]) {
    this.#growing = new GrowingRegister(built.filter(({ number }) => isSpecimen(number)))
    this.#builtNumbers = built.map(({ number }) => number)
  }

  /** The specimens and the entries in effect: what the public sees, days to come included. */
  get register(): Register {
    return this.#growing.register
  }

  /** The entries in effect about a certificate, the earliest first. */
  about(number: string): EntryInEffect[] {
    return this.#growing.about(number)
  }

  /** What new entries are checked beside. */
  get beside() {
    return { register: this.register, about: (number: string) => this.about(number), find: this.find }
  }

  /** The number of the next certificate. @param today ISO 8601 */
  nextNumber(today: string): string {
    return nextNumber([...this.numbers, ...this.#builtNumbers], today)
  }

  find = (id: string): EntryInEffect | undefined => this.#byId.get(id)
  findAct = (id: string): RecordedAct | undefined => this.#actsById.get(id)

  /**
   * Whether fewer than two people have ever entered. Who is left alone later asks the operator: otherwise somebody could remove the only
   * colleague and let in another self.
   */
  get isFirstAlone(): boolean {
    return new Set(this.devices.map(({ person }) => person)).size < 2
  }

  /** The people who can sign in. */
  get present(): Person[] {
    return [...this.people.values()].filter(({ devices }) => devices.length > 0)
  }

  /** The acts after one that are about something in these entries, or answer this proposal. */
  since(sequence: number, entries: Entry[], proposal?: number): RecordedAct[] {
    const abouts = new Set(entries.flatMap((entry) => this.aboutOf(entry)))
    return this.acts.slice(sequence).filter(({ act }) => {
      if ('proposal' in act && act.proposal === proposal) return true
      const source = 'proposal' in act ? this.acts[act.proposal - 1]?.act : act
      return source && 'entries' in source && source.entries.some((entry) => abouts.has(this.aboutOf(entry)))
    })
  }

  /** The number of the certificate, or the person, that an entry is about. */
  aboutOf(entry: Entry): string {
    if (isLine(entry)) return entry.number
    if (entry.entry !== 'corrected') return entry.person
    const original = this.find(entry.of)?.entry
    return original && isLine(original) ? original.number : ''
  }

  /** Adds the next act, whatever it says: what may be recorded is checked before. */
  add(recorded: RecordedAct): void {
    const { sequence, hash, at, act } = recorded
    this.last = { sequence, hash }
    this.acts.push(recorded)
    this.#actsById.set(act.id, recorded)
    if ('entries' in act)
      for (const entry of act.entries) if (entry.entry === 'certificate') this.numbers.add(entry.number)
    if (act.act === 'propose') {
      const entries = [...act.entries.entries()].filter(([, entry]) => takesTwo(entry))
      this.proposals.set(sequence, { sequence, hash, at, person: act.person, entries })
    }
    if ('proposal' in act) this.proposals.delete(act.proposal)
    const proposed = 'proposal' in act ? this.acts[act.proposal - 1] : undefined
    for (const effect of inEffect({ sequence, at, act }, proposed)) {
      this.entries.push(effect)
      this.#byId.set(effect.id, effect)
      this.#letIn(effect)
      this.#growing.add(effect)
    }
  }

  #letIn({ entry, at }: EntryInEffect): void {
    if (entry.entry === 'person') {
      const { person: id, name } = entry
      const { since = at, devices = [] } = this.people.get(id) ?? {}
      this.people.set(id, { id, name, since, devices, isInvited: true, isRemoved: false })
    } else if (entry.entry === 'device' || entry.entry === 'removed') {
      const person = this.people.get(entry.person)
      if (!person) return
      const isRemoved = entry.entry === 'removed'
      const added = entry.entry === 'device' ? [{ ...entry, since: at }] : []
      this.devices.push(...added)
      const devices = isRemoved ? [] : [...person.devices, ...added]
      // Otherwise one person could remove another, and make two of what that one has proposed.
      if (isRemoved)
        for (const [sequence, proposal] of this.proposals)
          if (proposal.person === person.id) this.proposals.delete(sequence)
      this.people.set(person.id, { ...person, devices, isInvited: false, isRemoved })
    }
  }
}
