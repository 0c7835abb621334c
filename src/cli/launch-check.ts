import { contentFolder } from '../content/content.ts'
import { readConfirmations } from '../content/read/confirmations.ts'
import { readOrganisation } from '../content/read/organisation.ts'
import { readSiteContent } from '../generator/site-texts.ts'
import { dayIn } from '../shared/long-date.ts'
import { ContentError } from '../shared/problem.ts'
import { confirmationPoints, describePoints, placeholderPoints, reviewPoints, settingPoints } from './launch-points.ts'
import { readOptions } from './read-options.ts'
import { run } from './run.ts'

const usage = `Usage: npm run launch-check -- [--json]
Lists what is left to do before the site goes public. The exit code is 1 if there is anything.`

await run(async () => {
  const { json } = readOptions(usage, { json: { type: 'boolean' } }).values
  const content = readSiteContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  const points = [
    ...placeholderPoints(readOrganisation(contentFolder)),
    ...reviewPoints(content),
    ...confirmationPoints(readConfirmations(contentFolder), dayIn(content.organisation.time_zone, new Date())),
    ...settingPoints(),
  ]
  process.stdout.write(
    json ? `${JSON.stringify({ remaining: points.length, points }, null, 2)}\n` : describePoints(points),
  )
  if (points.length > 0) process.exitCode = 1
})
