import type { Database } from '../database/database.ts'
import { canonical, type EntryInEffect } from '../register/acts.ts'
import { dayMs, minuteMs } from '../shared/durations.ts'
import type { ActStore } from './act-store.ts'
import type { Ledger } from './ledger.ts'
import { readActs, verifyActs } from './verify-acts.ts'

/** A mail to the office. `mayBeRepeat`: the one before may have arrived. */
export type RecordMail = { sequence: number; subject: string; text: string; mayBeRepeat: boolean }

export type RecordParts = {
  database: Database
  store: Pick<ActStore, 'read'>
  /** What an entry does, in words. */
  describe(entry: EntryInEffect['entry'], ledger: Ledger): string
  /** Sends a mail; none where mail is not set up. @returns why it was not sent, or whether nobody can know */
  send?: (mail: RecordMail) => Promise<{ kind: string; reason?: string }>
  log(line: string): void
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** How often entries are looked for; after a failure, they wait longer. */
const mailMs = 5_000

/**
 * Mails the entries of each act to the office once they are in effect, in their order and at least once: a record outside the
 * database. A mail that could not be sent keeps the later ones waiting.
 */
export async function mailEntries(parts: RecordParts, signal: AbortSignal): Promise<void> {
  const { database, store, describe, send, log, sleep } = parts
  let mayBeRepeat = false
  while (send && !signal.aborted) {
    let pauseMs = mailMs
    try {
      const [row] = await database.transaction((query) => query('SELECT sequence FROM office_mailed', []))
      const ledger = await store.read()
      const waiting = ledger.entries.filter(({ sequence }) => sequence > Number(row?.sequence))
      for (const [sequence, entries] of Map.groupBy(waiting, (entry) => entry.sequence)) {
        const said = entries.map(({ entry }) => describe(entry, ledger))
        // What is to be entered again after a restore stands there whole.
        const text = entries.map(({ id, entry }, index) => `${said[index]}\n${id} ${canonical(entry)}\n`).join('\n')
        const outcome = await send({ sequence, subject: `${sequence}: ${said[0]}`, text, mayBeRepeat })
        mayBeRepeat = outcome.kind === 'unknown'
        if (outcome.kind !== 'sent') throw new Error(outcome.reason ?? outcome.kind)
        const sql = 'UPDATE office_mailed SET sequence = $1 WHERE sequence < $1'
        await database.transaction((query) => query(sql, [sequence]))
        if (signal.aborted) return
      }
    } catch (error) {
      log(`Entries of the register are not mailed, and are tried again: ${(error as Error).message}`)
      pauseMs = minuteMs
    }
    await sleep(pauseMs, signal)
  }
}

/** Checks every act at the start and daily, and reports what is not as it was recorded: in the log, and by mail where it is set up. */
export async function watchActs({ database, send, log, sleep }: RecordParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const faults = await verifyActs(await readActs(database))
      const text = faults.map(({ sequence, fault }) => `Act ${sequence}: ${fault}.`).join('\n')
      if (text) {
        for (const line of text.split('\n')) log(`ALARM: the register is not as it was recorded. ${line}`)
        const subject = 'The register is not as it was recorded'
        await send?.({ sequence: 0, subject, text: `${subject}:\n\n${text}\n`, mayBeRepeat: false })
      }
    } catch (error) {
      log(`The acts of the register could not be checked: ${(error as Error).message}`)
    }
    await sleep(dayMs, signal)
  }
}
