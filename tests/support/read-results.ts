import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What the test runners found. */
export type TestResults = {
  passed: number
  /** Each failed test: its file, its name, and the first line of why. */
  failed: string[]
  /** Why journeys were skipped: what this system cannot have. */
  leftOut: string[]
}

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: {
      status: string
      projectName: string
      annotations: { type: string; description?: string }[]
      results: { error?: { message?: string } }[]
    }[]
  }[]
}

type PlaywrightReport = PlaywrightSuite & { stats: { expected: number } }

/**
 * Reads the reports that the test runners have written. A test that passed only at a second try counts as failed.
 * @param folder where the reports are
 */
export function readResults(folder: string): TestResults {
  const vitest = readReport<VitestReport>(`${folder}/vitest.json`)
  const playwright = readReport<PlaywrightReport>(`${folder}/playwright.json`)
  return {
    passed: (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0),
    failed: [...(vitest ? failuresOfVitest(vitest) : []), ...(playwright ? failuresOfPlaywright(playwright) : [])],
    leftOut: [...new Set(playwright ? reasonsToSkip(playwright) : [])],
  }
}

/** A file that fails before it has run a test, or outside of one, counts as one failure. */
function failuresOfVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name).replaceAll('\\', '/')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [describe(file, '(the file itself)', message)]
    return failed.map((test) => describe(file, test.fullName, test.failureMessages[0]))
  })
}

function failuresOfPlaywright({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        describe(
          `tests/journeys/${file}`,
          projectName ? `${title} (${projectName})` : title,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap(failuresOfPlaywright)]
}

function reasonsToSkip({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
  const reasons = own.filter(({ type }) => type === 'skip').map(({ description = '' }) => description)
  return [...reasons, ...suites.flatMap(reasonsToSkip)]
}

function describe(file: string, test: string, reason = ''): string {
  const [firstLine = ''] = stripVTControlCharacters(reason).trim().split('\n')
  return `${file} › ${test}${firstLine && `\n    ${firstLine}`}`
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
