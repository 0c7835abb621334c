import { stripVTControlCharacters } from 'node:util'

/** One place where a rule is broken, and what was found there. */
export type Breach = { where: string; found: string }

/** One rule, held against everything that it is about. */
export type Check = {
  /** What was looked at, and what it should be. */
  what: string
  /** How many things were looked at. */
  of: number
  breaches: Breach[]
  /** What to do when it is broken. */
  remedy: string
}

export type LiveReport = {
  origin: string
  asked: number
  seconds: number
  checks: Check[]
  /** What is no fault, and worth knowing. */
  information: string[]
}

/** How many places are shown for each rule that is broken; the rest is counted. */
const shownPlaces = 3

export const countBreaches = ({ checks }: Pick<LiveReport, 'checks'>) =>
  checks.reduce((sum, { breaches }) => sum + breaches.length, 0)

/** The report for a person: all that was looked at, and beneath what is amiss, where, and what to do. */
export function renderLiveReport(report: LiveReport): string {
  const { origin, asked, seconds, checks, information } = report
  const broken = checks.filter(({ breaches }) => breaches.length > 0)
  return visible(
    [
      `${origin}: ${asked} questions in ${seconds} s, none of them a message.\n`,
      ...checks.map(renderCheck),
      ...(information.length > 0 ? ['\nGood to know', ...information.map((line) => `  ${line}`)] : []),
      broken.length === 0
        ? '\nNothing is amiss.\n'
        : `\n${broken.length} of ${checks.length} checks ${broken.length === 1 ? 'needs' : 'need'} attention.\n`,
    ].join('\n'),
  )
}

function renderCheck({ what, of, breaches, remedy }: Check): string {
  if (breaches.length === 0) return `  ok    ${what} (${of})`
  const places = Map.groupBy(breaches, ({ where }) => where)
  const shown = [...places].slice(0, shownPlaces).map(([where, [first, ...others]]) => {
    const more = others.length > 0 ? `, and ${others.length} more there` : ''
    return `          ${where}: ${first?.found}${more}`
  })
  const rest = places.size - shown.length
  return [
    `  FAIL  ${what} (${places.size} of ${of})`,
    ...shown,
    ...(rest > 0 ? [`          and ${rest} more places; --json names all`] : []),
    `        → ${remedy}`,
  ].join('\n')
}

export const liveReportToJson = (report: LiveReport) =>
  `${JSON.stringify({ breaches: countBreaches(report), ...report }, null, 2)}\n`

/** What a server says about itself must not steer the terminal of who reads it. */
const visible = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  stripVTControlCharacters(text).replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '�')
