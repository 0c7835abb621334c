import { existsSync, readFileSync } from 'node:fs'

/** How many tests passed and failed, by the reports that the test runners wrote. */
export function countResults(): { passed: number; failed: number } {
  const vitest = readReport<{ numPassedTests: number; numFailedTests: number }>('test-results/vitest.json')
  const playwright = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    'test-results/playwright.json',
  )
  return {
    passed: (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0),
  }
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
