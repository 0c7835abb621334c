import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { exportTables, importActs, planImport } from '../office/import-tables.ts'
import type { Ledger } from '../office/ledger.ts'
import { openOffice } from '../office/serve-office.ts'
import { readActs, verifyActs } from '../office/verify-acts.ts'
import { tableOf } from '../register/entries.ts'
import { type ReadLine, readLines, readRegisterFiles } from '../register/read-register.ts'
import { readSettings } from '../settings.ts'
import { CommandError } from '../shared/command-error.ts'
import { ContentError } from '../shared/problem.ts'
import { confirm } from './confirm.ts'
import { escapeControls, toJson } from './inbox/escape-controls.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run register -- <command> [options]

  number                  prints the number of the next certificate
  import <folder> [--yes] adds the lines of certificates.csv, decisions.csv and batches.csv that the register does not have,
                          all or none; lists them first, and asks. Lines that it has are passed over; one that contradicts
                          an entry is refused. Such entries are the operator's, signed by nobody
  export <folder>         writes the register's three tables into a folder
  verify                  checks every act: the chain, the signatures, and that two people did what takes two

The register is in the database that DATA_DIR or DATABASE_URL names. --yes answers; without a terminal, import does not ask.
--json prints one JSON document. npm prints two lines of its own before it, unless it is silenced:
  npm run --silent register -- verify --json

The exit code is 0 when done, 1 when something failed or is wrong, 2 when called wrongly.`

const flag = { type: 'boolean' } as const

await run(async () => {
  const { positionals, values } = readOptions(usage, { json: flag, yes: flag }, true)
  const [command = '', folder, ...more] = positionals
  const isFolder = command === 'import' || command === 'export'
  if (!['number', 'import', 'export', 'verify'].includes(command) || Boolean(folder) !== isFolder || more.length > 0)
    throw new UsageError(usage)
  const { database, store, today } = await openOffice(readSettings())
  const answer = (json: object, text: string) => process.stdout.write(values.json ? toJson(json) : `${text}\n`)
  try {
    const ledger = await store.read()
    if (command === 'number') {
      const number = ledger.nextNumber(today())
      answer({ number }, number)
    } else if (command === 'verify') {
      const rows = await readActs(database)
      const faults = await verifyActs(rows)
      const wrong = faults.map(({ sequence, fault }) => `Act ${sequence}: ${fault}.`)
      const right = `Nothing is wrong with the ${rows.length} acts in ${database.location}.`
      answer({ acts: rows.length, faults }, wrong.join('\n') || right)
      if (faults.length > 0)
        throw new CommandError(
          `The register is not as it was recorded: ${faults.length} faults in ${rows.length} acts. See docs/runbook.md.`,
        )
    } else if (command === 'export') exportInto(folder ?? '', ledger, answer)
    else await importFrom(folder ?? '')
  } finally {
    await database.close()
  }

  async function importFrom(folder: string): Promise<void> {
    const sources = readRegisterFiles(folder)
    if (Object.values(sources).every((source) => source === undefined))
      throw new CommandError(`There is no certificates.csv, decisions.csv or batches.csv in ${resolve(folder)}.`)
    const lines = inFolder(folder, () => readLines(sources, store.words))
    const plan = (ledger: Ledger) => planImport(lines, ledger, { words: store.words, today: today() })
    const { fresh, known, problems } = plan(await store.read())
    inFolder(folder, () => {
      if (problems.length > 0) throw new ContentError(problems)
    })
    if (!values.json) for (const each of fresh) console.log(describe(each))
    const summary = `${fresh.length} new lines, ${known} that the register has.`
    if (fresh.length > 0 && !values.yes && confirm && !(await confirm(`${summary} Add them?`)))
      throw new CommandError('Nothing was added.')
    const added = await store.recordForOperator((ledger) => {
      const again = plan(ledger)
      const isSame = again.problems.length === 0 && again.fresh.length === fresh.length
      return { acts: isSame ? importActs(again.fresh) : [], result: isSame }
    })
    if (!added) throw new CommandError('The register has changed in the meantime. Nothing was added: try again.')
    answer(
      { added: fresh.length, known },
      `${summary} ${fresh.length > 0 ? 'All new ones were added.' : 'Nothing was added.'}`,
    )
  }
})

function describe({ line, entry }: ReadLine): string {
  const { entry: kind, number, ...cells } = entry
  const others = Object.values(cells).filter(Boolean).join('; ')
  return escapeControls(`${tableOf(entry)}.csv, line ${line}: ${number} ${kind} ${others}`)
}

/** Does what reads a folder's tables; problems name the files there. */
function inFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new ContentError(
      error.problems.map((problem) => ({ ...problem, file: `${folder}/${basename(problem.file)}` })),
    )
  }
}

function exportInto(folder: string, ledger: Ledger, answer: (json: object, text: string) => void): void {
  mkdirSync(folder, { recursive: true })
  const files = Object.entries(exportTables(ledger)).map(([table, text]) => {
    const file = resolve(folder, `${table}.csv`)
    // No file is overwritten.
    writeFileSync(file, text, { flag: 'wx' })
    return file
  })
  answer({ files }, `Written: ${files.join(', ')}`)
}
