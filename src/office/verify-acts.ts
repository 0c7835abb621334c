import type { Database } from '../database/database.ts'
import { type ActRow, chainHash, recordedOf } from '../register/act-rows.ts'
import { type Act, canonical, type Entry } from '../register/acts.ts'
import { asksTwo } from './check-act.ts'
import { Ledger } from './ledger.ts'
import { isSignedBy } from './signature.ts'

/** What is wrong with an act, for the operator. */
export type Fault = { sequence: number; fault: string }

/** All acts as they stand in the database. */
export const readActs = async (database: Database): Promise<ActRow[]> =>
  (await database.transaction((query) => query('SELECT * FROM register_acts ORDER BY sequence', []))) as ActRow[]

/**
 * Checks every act from the first one, with nothing but the acts: the chain, each signature, and that what takes two was done by two.
 * The last acts may be gone: of that, only the mailed entries and what the site has shown know.
 */
export async function verifyActs(rows: ActRow[]): Promise<Fault[]> {
  const ledger = new Ledger([])
  const faults: Fault[] = []
  for (const row of rows) {
    const { sequence, hash } = row
    const report = (fault: string) => faults.push({ sequence, fault })
    if (sequence !== ledger.last.sequence + 1) report('an act before it is missing')
    else if (row.previous !== ledger.last.hash) report('it does not follow the act before it')
    if (row.hash !== chainHash(row)) report('it is not as it was recorded')
    try {
      const recorded = recordedOf(row)
      for (const fault of await findFaults(row, recorded.act, ledger)) report(fault)
      // The ledger counts on every act: the place of one that is missing stays empty.
      while (ledger.acts.length < sequence - 1) ledger.acts.push(recorded)
      ledger.add(recorded)
    } catch {
      report('it cannot be read')
      ledger.last = { sequence, hash }
    }
  }
  return faults
}

async function findFaults(row: ActRow, act: Act, ledger: Ledger): Promise<string[]> {
  const faults: string[] = []
  const { assertion } = recordedOf(row)
  const proposed = 'proposal' in act ? ledger.acts[act.proposal - 1] : undefined
  const columns = [act.id, act.act, act.person, 'proposal' in act ? act.proposal : null, proposed?.act.person ?? null]
  if (canonical(columns) !== canonical([row.id, row.kind, row.person, row.proposal, row.proposed_by]))
    faults.push('its columns do not say what it says')
  const entries: Entry[] = 'entries' in act ? act.entries : []
  const device = entries.find((entry) => entry.entry === 'device')
  if (device && ledger.devices.some(({ credential, key }) => credential === device.credential || key === device.key))
    faults.push('the device belongs to another person')
  if (device && !ledger.people.get(device.person)?.isInvited) faults.push('nobody let this person in')
  const numbers = entries.flatMap((entry) => (entry.entry === 'certificate' ? entry.number : []))
  if (numbers.some((number) => ledger.numbers.has(number))) faults.push('the number was given before')
  if (act.person === null) return faults

  const devices = device ? [device] : (ledger.people.get(act.person)?.devices ?? [])
  const signer = devices.find(({ credential }) => credential === assertion?.credential)
  if (!assertion || !signer || !(await isSignedBy(signer, act, assertion)))
    faults.push('it is not signed by this person')
  if ('proposal' in act) {
    if (proposed?.hash !== act.hash || !ledger.proposals.has(act.proposal))
      faults.push('it answers something else than was proposed')
    if ((proposed?.act.person === act.person) !== (act.act === 'take_back'))
      faults.push('one person has done what takes two')
  } else if (act.act === 'decide' && entries.some((entry) => asksTwo(entry, ledger)))
    faults.push('one person has decided what takes two')
  return faults
}
