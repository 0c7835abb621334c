import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { type ActRow, follows } from '../../register/act-rows.ts'
import { type Act, beginning, type EntryInEffect, type LineEntry } from '../../register/acts.ts'
import { GrowingRegister, inEffect } from '../../register/entries.ts'
import type { LoadedRegister } from '../../register/pages.ts'
import { certificateIndexer } from '../../register/search.ts'
import { eachLanguage } from '../../shared/languages.ts'
import type { LoadedSite } from '../built-site.ts'
import type { Log } from '../operations/log.ts'

/** The register as it is known now; nothing until it could be read. */
export type CurrentRegister = () => LoadedRegister | undefined

/** An act, as far as the next one is compared with it. */
type Link = Pick<ActRow, 'sequence' | 'hash'>
type NewAct = ActRow & { proposed: string | null }

/** How often new acts are asked for. */
const pollMs = 2_000

/** Each act, with the one that it agrees to. */
const newActs = `
  SELECT acts.*, proposals.act AS proposed FROM register_acts AS acts
  LEFT JOIN register_acts AS proposals ON proposals.sequence = acts.proposal AND acts.kind = 'agree'
  WHERE acts.sequence >= $1 ORDER BY acts.sequence`

/**
 * The specimens and the entries in effect. It follows the acts in the database. While that is away, what was shown stays; a database
 * that ends before what was shown, or contradicts it, is not taken over: also after a restart, before which the last act was noted in a
 * file.
 */
export class LiveRegister {
  readonly #database: Database
  readonly #log: Log
  readonly #noteFile: string
  readonly #register: GrowingRegister
  readonly #index: ReturnType<typeof certificateIndexer>
  #lastEntry: EntryInEffect | undefined
  #last: Link = { sequence: 0, hash: beginning }
  #loaded: LoadedRegister | undefined
  /** Whether the database is not the one that was shown. */
  isContradicted = false

  /** @param dataDir where the file is */
  constructor(site: LoadedSite, database: Database, dataDir: string, log: Log) {
    this.#database = database
    this.#noteFile = `${dataDir}/register-shown`
    this.#log = log
    const { pages, specimens } = site.register
    this.#register = new GrowingRegister(specimens as LineEntry[])
    this.#index = certificateIndexer(eachLanguage((language) => pages[language].content))
  }

  readonly current: CurrentRegister = () => this.#loaded

  /** The number of the last entry in effect, 0 if there is none; nothing until the register could be read. */
  get lastEntry(): number | undefined {
    return this.#loaded && (this.#lastEntry?.sequence ?? 0)
  }

  /** Takes over new acts every two seconds, until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.update()
      await pause(pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Takes over new acts now. Never rejects: that the database is away is reported with the messages. */
  async update(): Promise<void> {
    const { sequence } = this.#last
    const rows = await this.#database.transaction((query) => query(newActs, [sequence])).catch(() => undefined)
    const noted = this.#loaded ? '' : await readFile(this.#noteFile, 'utf8').catch(() => '')
    if (!rows) return
    this.#takeOver(rows as NewAct[], noted)
    // Without the file, a restart would take over whatever is there.
    if (sequence !== this.#last.sequence) await writeFile(this.#noteFile, noteOf(this.#last)).catch(() => undefined)
  }

  #takeOver(rows: NewAct[], noted: string): void {
    const isFirst = this.#last.sequence === 0
    const isKnown = isFirst ? !noted || rows.some((row) => noteOf(row) === noted) : rows[0]?.hash === this.#last.hash
    const entries: EntryInEffect[] = []
    let last: Link | undefined = isKnown ? this.#last : undefined
    for (const row of isFirst ? rows : rows.slice(1)) {
      last = last && follows(row, last) ? row : undefined
      if (!last) break
      const act = JSON.parse(row.act) as Act
      const proposed =
        row.proposed === null ? undefined : { sequence: Number(row.proposal), act: JSON.parse(row.proposed) as Act }
      entries.push(...inEffect({ ...row, act }, proposed))
    }
    if (!last && !this.isContradicted) {
      const what = `ends before what was shown (${noted || noteOf(this.#last)}), or contradicts it`
      const remedy = `What was shown stays. If a backup was restored: docs/runbook.md, and ${this.#noteFile}.`
      this.#log('register_contradicted', `The register in ${this.#database.location} ${what}. ${remedy}`)
    }
    this.isContradicted = !last
    if (!last) return
    this.#last = { sequence: last.sequence, hash: last.hash }
    for (const entry of entries) this.#register.add(entry)
    this.#lastEntry = entries.at(-1) ?? this.#lastEntry
    if (this.#loaded && entries.length === 0) return
    const { register } = this.#register
    const asOf = this.#lastEntry && { asOf: new Date(this.#lastEntry.at) }
    this.#loaded = { register, index: this.#index(register.certificates), ...asOf }
    this.#log('register_read', `The register is read up to entry ${this.lastEntry}.`)
  }
}

const noteOf = ({ sequence, hash }: Link) => `${sequence} ${hash}`
