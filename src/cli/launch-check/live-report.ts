import { stripVTControlCharacters } from 'node:util'
import type { Check } from './live.ts'

/** How many places are shown for each failure; the rest is counted. */
const shownPlaces = 3

export const countFailures = (checks: Check[]) => checks.reduce((sum, { failures }) => sum + failures.length, 0)

export const liveReportToJson = (origin: string, checks: Check[]) =>
  `${JSON.stringify({ origin, failures: countFailures(checks), checks }, null, 2)}\n`

/** The report for a person: all that was looked at, and beneath what is amiss, where, and what to do. */
export function renderLiveReport(origin: string, checks: Check[]): string {
  const failed = checks.filter(({ failures }) => failures.length > 0).length
  const conclusion =
    failed === 0
      ? 'Nothing is amiss.'
      : `${failed} of ${checks.length} checks ${failed === 1 ? 'needs' : 'need'} attention.`
  return withoutControls(`${origin}; no message was sent.\n\n${checks.map(renderCheck).join('\n')}\n\n${conclusion}\n`)
}

function renderCheck({ what, of, failures, remedy }: Check): string {
  if (failures.length === 0) return `  ok    ${what} (${of})`
  const lines = [...Map.groupBy(failures, ({ found }) => found)].map(([found, alike]) => {
    const places = alike.slice(0, shownPlaces).map(({ where }) => where)
    const rest = alike.length - places.length
    return `          ${places.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}: ${found}`
  })
  return [`  FAIL  ${what} (${of})`, ...lines, `        → ${remedy}`].join('\n')
}

/** What a server says about itself must not steer the terminal of who reads it. */
const withoutControls = (text: string) => stripVTControlCharacters(text).replace(/(?!\n)\p{Cc}/gu, '�')
