import { parseArgs } from 'node:util'
import { UsageError } from '../../shared/command-error.ts'
import { checkLaunch } from './launch-check.ts'
import { countToDo, launchReportToJson, renderLaunchReport } from './launch-report.ts'
import { checkLive } from './live.ts'
import { countFailures, liveReportToJson, renderLiveReport } from './live-report.ts'

const usage = `Usage: npm run launch-check -- [--connect] [--json]
       npm run launch-check -- --live https://www.example.org [--json]

What must be filled in, set or confirmed before the site goes public; exits with 1 while something remains.

  --connect   also greets the mail server and the database that are set; sends and writes nothing
  --live URL  instead: looks at a running site from outside, against the build in dist/; sends no message
  --json      one JSON document. Without npm's own lines: npm run --silent launch-check -- --json

A certificate of an authority of your own is believed when NODE_EXTRA_CA_CERTS names its file.
`

/**
 * Does what was typed after `npm run launch-check --`.
 * @returns what to print, and whether nothing remains to be done
 * @throws UsageError
 */
export async function runLaunchCheck(args: string[]): Promise<{ text: string; isDone: boolean }> {
  const { help, live, json, connect } = read(args)
  if (help) return { text: usage, isDone: true }
  if (live !== undefined) {
    const origin = readOrigin(live)
    const checks = await checkLive(origin)
    return { text: (json ? liveReportToJson : renderLiveReport)(origin, checks), isDone: countFailures(checks) === 0 }
  }
  const report = await checkLaunch({ connect: connect ?? false })
  return { text: json ? launchReportToJson(report) : renderLaunchReport(report), isDone: countToDo(report) === 0 }
}

function read(args: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ args, options: { live: { type: 'string' }, json: flag, connect: flag, help: flag } }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

function readOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol.match(/^https?:$/) && url.origin === value.replace(/\/$/, '')) return url.origin
  throw new UsageError(`"${value}" is no origin. Give scheme and host alone: https://www.example.org\n\n${usage}`)
}
