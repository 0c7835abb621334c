import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Query } from '../database/database.ts'
import { type ActRow, recordedOf, rowOf } from '../register/act-rows.ts'
import {
  type Act,
  type Assertion,
  canonical,
  challengeOf,
  type LineEntry,
  type RecordedAct,
  sha256,
} from '../register/acts.ts'
import type { RegisterWords } from '../register/columns.ts'
import { dayMs } from '../shared/durations.ts'
import { dayIn } from '../shared/long-date.ts'
import { checkAct, type Forbidden, type NotRecorded } from './check-act.ts'
import { type Device, Ledger, type Person } from './ledger.ts'
import { readAct } from './read-act.ts'
import { isSignedBy } from './signature.ts'

export type { Forbidden, NotRecorded } from './check-act.ts'
export type Ready = { kind: 'ready'; act: Act; challenge: string }
export type Recorded = { kind: 'recorded'; act: RecordedAct }

/** @property words the keys that a line may use */
export type RegisterParts = { specimens: LineEntry[]; words: RegisterWords; timeZone: string }

/** How long the link of an invitation may be used. */
const invitationMs = dayMs

/**
 * The register's acts: it checks and records them, one at a time, whatever the number of processes. Every method may reject with a
 * StoreError when the database is away: then nothing was done, or the same act may be sent again.
 */
export class ActStore {
  readonly #database: Database
  readonly #parts: RegisterParts
  #ledger: Ledger

  constructor(database: Database, parts: RegisterParts) {
    this.#database = database
    this.#parts = parts
    this.#ledger = new Ledger(parts.specimens)
  }

  /** The keys that a line may use. */
  get words(): RegisterWords {
    return this.#parts.words
  }

  /** The acts until now, those of other processes too: one small query. What is returned is read-only, and goes on with the next call. */
  read(): Promise<Ledger> {
    return this.#database.transaction((query) => this.#catchUp(query))
  }

  /**
   * Checks an act before it is confirmed: fields get their one spelling, and a certificate without a number the next one. Nothing is
   * recorded.
   * @param sent as the form has it, with a new id
   * @returns the act that is to be confirmed, and its challenge for the passkey
   */
  prepare(sent: unknown): Promise<Ready | NotRecorded> {
    return this.#database.transaction(async (query, now) => {
      const ledger = await this.#catchUp(query)
      const rules = this.#rules(now)
      const read = readAct(sent)
      if (!read) return forbidden('malformed')
      const act = withNumber(read, ledger.nextNumber(rules.today))
      return checkAct(act, ledger, rules) ?? { kind: 'ready', act, challenge: challengeOf(act) }
    })
  }

  /**
   * Checks an act again, with its signature, and records it: proposes, agrees, declines, takes back or decides. The same act again is
   * recorded once.
   * @param sent as it was prepared
   * @param invitation the secret of the link, with which a person adds a device
   */
  async record(sent: unknown, assertion: Assertion, invitation = ''): Promise<Recorded | NotRecorded> {
    const act = readAct(sent)
    if (!act || canonical(act) !== canonical(sent)) return forbidden('malformed')
    const { people } = await this.read()
    const [entry] = 'entries' in act ? act.entries : []
    const devices: Omit<Device, 'since'>[] =
      entry?.entry === 'device' ? [entry] : (people.get(act.person ?? '')?.devices ?? [])
    const device = devices.find(({ credential }) => credential === assertion.credential)
    if (!device || !(await isSignedBy(device, act, assertion))) return forbidden(device ? 'signature' : 'not_in')
    return this.#database.transaction(async (query, now) => {
      const ledger = await this.#catchUp(query)
      const known = ledger.findAct(act.id)
      if (known)
        return canonical(known.act) === canonical(act) ? { kind: 'recorded', act: known } : forbidden('malformed')
      const refused = checkAct(act, ledger, this.#rules(now))
      if (refused) return refused
      // Removed in the meantime, or replaced by another one.
      if (
        entry?.entry !== 'device' &&
        !ledger.people.get(act.person ?? '')?.devices.some(({ credential }) => credential === device.credential)
      )
        return forbidden('not_in')
      if (entry?.entry === 'device' && (await this.#findInvitation(query, invitation, now)) !== act.person)
        return forbidden('no_invitation')
      return { kind: 'recorded', act: await this.#add(query, now, act, assertion) }
    })
  }

  /** Records what the operator does at the command line, unsigned; checked by the caller. @param choose gets the ledger of the moment */
  recordForOperator<Result>(
    choose: (ledger: Ledger, today: string) => { acts: Extract<Act, { person: null }>[]; result: Result },
  ): Promise<Result> {
    return this.#database.transaction(async (query, now) => {
      const { acts, result } = choose(await this.#catchUp(query), this.#rules(now).today)
      for (const act of acts) await this.#add(query, now, act, null)
      return result
    })
  }

  /** The operator lets somebody in, or in again. @returns the secret of the invitation */
  async letIn(name: string): Promise<string | undefined> {
    const person = await this.recordForOperator((ledger) => {
      const known = [...ledger.people.values()].find((each) => each.name === name)
      const id = known?.id ?? randomUUID()
      const acts = known?.isInvited
        ? []
        : [
            {
              id: randomUUID(),
              person: null,
              act: 'operator',
              entries: [{ entry: 'person', person: id, name }],
            } as const,
          ]
      return { acts: acts as never, result: id }
    })
    return this.invite(person)
  }

  /**
   * Makes the secret of an invitation, good once, for a day, for a person who may have one (`isInvited`); an earlier one is void.
   * @returns nothing if the person may have none
   */
  invite(person: string): Promise<string | undefined> {
    return this.#database.transaction(async (query, now) => {
      const ledger = await this.#catchUp(query)
      if (!ledger.people.get(person)?.isInvited) return undefined
      const secret = randomBytes(32).toString('base64url')
      await query('DELETE FROM office_invitations WHERE person = $1', [person])
      await query('INSERT INTO office_invitations (hash, person, expires_at) VALUES ($1, $2, $3)', [
        sha256(secret),
        person,
        now + invitationMs,
      ])
      return secret
    })
  }

  /** The person whom an invitation is for; nothing if it was used or has expired. */
  invited(secret: string): Promise<Person | undefined> {
    return this.#database.transaction(async (query, now) => {
      const { people } = await this.#catchUp(query)
      const person = people.get((await this.#findInvitation(query, secret, now)) ?? '')
      return person?.isInvited ? person : undefined
    })
  }

  #rules = (now: number) => ({ words: this.#parts.words, today: dayIn(this.#parts.timeZone, new Date(now)) })

  async #findInvitation(query: Query, secret: string, now: number): Promise<string | undefined> {
    const sql = 'SELECT person FROM office_invitations WHERE hash = $1 AND expires_at > $2'
    const [row] = await query(sql, [sha256(secret), now])
    return row?.person
  }

  /** Reads the acts after the last; all of them again, if the database is not the one that was read before. */
  async #catchUp(query: Query): Promise<Ledger> {
    const { last } = this.#ledger
    const rows = await query('SELECT * FROM register_acts WHERE sequence >= $1 ORDER BY sequence', [last.sequence])
    const isSame = last.sequence === 0 || rows[0]?.hash === last.hash
    if (!isSame) {
      this.#ledger = new Ledger(this.#parts.specimens)
      return this.#catchUp(query)
    }
    for (const row of rows.slice(last.sequence === 0 ? 0 : 1)) this.#ledger.add(recordedOf(row as ActRow))
    return this.#ledger
  }

  /** If the transaction fails later, the ledger is ahead of the database, and is read again. */
  async #add(query: Query, now: number, act: Act, assertion: Assertion | null): Promise<RecordedAct> {
    const ledger = this.#ledger
    const proposedBy = ('proposal' in act && ledger.acts[act.proposal - 1]?.act.person) || null
    const row = rowOf(act, assertion, { at: now, last: ledger.last, proposedBy })
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`)
    await query(`INSERT INTO register_acts (${columns.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row))
    for (const entry of 'entries' in act ? act.entries : []) {
      if (entry.entry === 'certificate')
        await query('INSERT INTO register_numbers (number, act) VALUES ($1, $2)', [entry.number, row.sequence])
      if (entry.entry === 'device' || entry.entry === 'removed')
        await query('DELETE FROM office_invitations WHERE person = $1', [entry.person])
      if (entry.entry === 'removed') await query('DELETE FROM office_sessions WHERE person = $1', [entry.person])
    }
    const recorded = recordedOf(row)
    ledger.add(recorded)
    return recorded
  }
}

const forbidden = (reason: Forbidden): NotRecorded => ({ kind: 'forbidden', reason })

/** A certificate that has no number yet gets this one. */
function withNumber(act: Act, number: string): Act {
  if (act.act !== 'propose') return act
  const entries = act.entries.map((entry) =>
    entry.entry === 'certificate' && entry.number === '' ? { ...entry, number } : entry,
  )
  return { ...act, entries }
}
