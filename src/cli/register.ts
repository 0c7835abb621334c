import { execFileSync } from 'node:child_process'
import { contentFolder } from '../content/content.ts'
import { readOrganisation } from '../content/read/organisation.ts'
import { usedNumbers } from '../register/change-line.ts'
import { nextNumber } from '../register/number.ts'
import { readSources } from '../register/read-register.ts'
import { dayIn } from '../shared/long-date.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run register -- number
Prints the number of the next certificate, with its check character, for somebody who keeps content/register in a spreadsheet. A
number that is in the last commit, or in decisions.csv, is not given again.`

await run(async () => {
  const { positionals } = readOptions(usage, {}, true)
  if (positionals.join() !== 'number') throw new UsageError(usage)
  const { time_zone } = readOrganisation(contentFolder).data
  const committed = { certificates: readCommitted('certificates'), decisions: readCommitted('decisions') }
  const numbers = [readSources(`${contentFolder}/register`), committed].flatMap(usedNumbers)
  console.log(nextNumber(numbers, dayIn(time_zone, new Date())))
})

/** What a table says in the last commit; nothing without git, or if it was not there. */
function readCommitted(table: string): string {
  try {
    const command = ['show', `HEAD:./register/${table}.csv`]
    return execFileSync('git', command, { cwd: contentFolder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e9 })
  } catch {
    return ''
  }
}
