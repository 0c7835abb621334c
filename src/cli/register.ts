import { readContent } from '../content/content.ts'
import { nextNumber } from '../register/number.ts'
import { dayIn } from '../shared/long-date.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run register -- number
Prints the number of the next certificate, with its check character, for somebody who keeps content/register.csv in a spreadsheet.`

await run(async () => {
  const { positionals } = readOptions(usage, {}, true)
  if (positionals.join() !== 'number') throw new UsageError(usage)
  const { certificates, organisation } = readContent()
  const numbers = certificates.map(({ number }) => number)
  console.log(nextNumber(numbers, dayIn(organisation.time_zone, new Date())))
})
