import { globSync, readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'

/** What the test runners found. */
export type TestResults = {
  passed: number
  /** Each failed test: its file, its name, and the first line of why. */
  failed: string[]
  /** Why journeys were skipped: what this system cannot have. */
  leftOut: string[]
}

/**
 * Reads the reports that the test runners have written in JUnit's format. What a failing test printed is in them too, and
 * may hold any markup: only what stands before it is read.
 * @param folder where the reports are
 */
export function readResults(folder: string): TestResults {
  const suites = globSync(`${folder}/*.xml`).flatMap((file) => readFileSync(file, 'utf8').split('<testsuite ').slice(1))
  const tests = suites.flatMap((suite) => {
    const [head = '', ...cases] = suite.split('<testcase ')
    // Playwright writes the project's name, here the engine's, as the hostname.
    const engine = /\bhostname="(Chromium|Firefox|WebKit)"/.exec(head)?.[1]
    return cases.map((test) => ({
      name: `${valueIn(test, /\bclassname="([^"]*)"/)} › ${valueIn(test, /\bname="([^"]*)"/)}${engine ? ` (${engine})` : ''}`,
      why: valueIn(test, /<(?:failure|error) message="([^"]*)"/),
      isSkipped: /<skipped\b/.test(test),
      reason: valueIn(test, /<property name="skip" value="([^"]*)"/),
    }))
  })
  const failed = tests.filter(({ why }) => why !== undefined)
  const skipped = tests.filter(({ isSkipped }) => isSkipped)
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: failed.map(({ name, why }) => `${name}\n    ${why?.trim().split('\n')[0]}`),
    leftOut: [...new Set(skipped.flatMap(({ reason }) => reason ?? []))],
  }
}

function valueIn(test: string, pattern: RegExp): string | undefined {
  const value = pattern.exec(test)?.[1]
  return value && parse(value).text
}
