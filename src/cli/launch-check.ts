import { parseArgs } from 'node:util'
import { contentFolder, readContent } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import { readConfirmations } from '../content/read/confirmations.ts'
import { dayIn } from '../shared/register/certificate.ts'
import {
  confirmationPoints,
  describePoints,
  placeholderPoints,
  reviewPoints,
  settingPoints,
  specimenPoints,
} from './launch-points.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

/** Lists what is left to do before the site goes public. The exit code is 1 if there is anything. */
await run(async () => {
  const isJson = readsJson(process.argv.slice(2))
  const content = readContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  const points = [
    ...placeholderPoints(content),
    ...specimenPoints(content),
    ...reviewPoints(content),
    ...confirmationPoints(readConfirmations(contentFolder), dayIn(content.organisation.time_zone, new Date())),
    ...settingPoints(),
  ]
  process.stdout.write(
    isJson ? `${JSON.stringify({ remaining: points.length, points }, null, 2)}\n` : describePoints(points),
  )
  if (points.length > 0) process.exitCode = 1
})

/** @throws UsageError */
function readsJson(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values.json
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: npm run launch-check -- [--json]`)
  }
}
