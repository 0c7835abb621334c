import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'
import { ActStore, type NotRecorded, type Recorded } from '../../src/office/act-store.ts'
import type { Act, Entry, LineEntry } from '../../src/register/acts.ts'
import { makePasskey } from './authenticator.ts'
import { certificate, entriesOf } from './register.ts'

export const specimens: LineEntry[] = entriesOf([certificate('000001')])
const words = { covers: { sheep: '', cutting: '' }, reasons: { administrative: '' } }

/** The acts' store over a database, with people who sign in memory. */
export const openActStore = (database: Database) =>
  new ActStore(database, { specimens, words, timeZone: 'Europe/Madrid' })

type Answer = 'agree' | 'decline' | 'take_back'
export type Clerk = Awaited<ReturnType<typeof letIn>>

/** Somebody who is in, and does what the office's pages do. */
export function clerk(store: ActStore, id: string, passkey = makePasskey()) {
  /** Prepares an act, confirms it and records it. */
  const does = async (act: Partial<Act>, invitation?: string) => {
    const { last } = await store.read()
    const prepared = await store.prepare({ id: randomUUID(), person: id, seen: last.sequence, ...act })
    if (prepared.kind !== 'ready') return prepared
    return store.record(prepared.act, passkey.confirm(prepared.act), invitation)
  }
  const answer = async (act: Answer, sequence: number, others: object = {}) => {
    const { acts } = await store.read()
    return does({ act, proposal: sequence, hash: acts[sequence - 1]?.hash, ...others } as Partial<Act>)
  }
  return {
    id,
    passkey,
    /** The same person, at another process. */
    at: (other: ActStore) => clerk(other, id, passkey),
    does,
    propose: (...entries: Entry[]) => does({ act: 'propose', entries }),
    decide: (...entries: Entry[]) => does({ act: 'decide', entries }),
    agree: (sequence: number, others: object = { absent: true }) => answer('agree', sequence, others),
    decline: (sequence: number, why = 'No.') => answer('decline', sequence, { why }),
    takeBack: (sequence: number) => answer('take_back', sequence),
  }
}

/** Lets somebody in with the operator's invitation. */
export async function letIn(store: ActStore, name: string) {
  const secret = (await store.letIn(name)) ?? ''
  const person = await store.invited(secret)
  const one = clerk(store, person?.id ?? '')
  await one.does({ act: 'decide', entries: [{ entry: 'device', person: one.id, ...one.passkey.device }] }, secret)
  return one
}

/** The number of an act that was recorded. */
export function sequenceOf(result: Recorded | NotRecorded): number {
  if (result.kind !== 'recorded') throw new Error(JSON.stringify(result))
  return result.act.sequence
}

/** What one proposes and another agrees to. @returns the number of the agreement */
export const byTwo = async (one: Clerk, other: Clerk, ...entries: Entry[]) =>
  sequenceOf(await other.agree(sequenceOf(await one.propose(...entries))))

/** A certificate that two have granted. @returns its number */
export async function grant(store: ActStore, one: Clerk, other: Clerk): Promise<string> {
  await byTwo(one, other, granted({ from: '2026-01-01' }))
  return (await store.read()).register.certificates.at(-1)?.number ?? ''
}

/** A certificate as a form sends it: its number is given. */
export const granted = (others: object = {}): Entry => {
  const { decisions: _, annulled, batches, ...line } = certificate('260001')
  return { entry: 'certificate', ...line, number: '', ...others }
}

export const decided = (
  kind: 'suspended' | 'lifted' | 'withdrawn' | 'ended' | 'replaced',
  number: string,
  day: string,
  others = {},
): Entry => ({
  entry: kind,
  number,
  day,
  reason: '',
  batches: '',
  replaced_by: '',
  ...others,
})
