import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readResults } from './read-results.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, report: object) => writeFileSync(join(folder, file), JSON.stringify(report))

test('without reports nothing has passed', () => {
  expect(readResults(folder)).toEqual({ passed: 0, failed: [], leftOut: [] })
})

test('a failed test is named with its file and the first line of why', () => {
  const passing = { status: 'passed', fullName: 'one', failureMessages: [] }
  const failing = { status: 'failed', fullName: 'two', failureMessages: ['Error: expected 1\n    at somewhere'] }
  write('vitest.json', {
    numPassedTests: 1,
    testResults: [
      {
        name: join(process.cwd(), 'src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [passing, failing],
      },
      { name: join(process.cwd(), 'src/b.test.ts'), status: 'failed', message: 'Cannot load', assertionResults: [] },
    ],
  })
  expect(readResults(folder)).toEqual({
    passed: 1,
    failed: ['src/a.test.ts › two\n    Error: expected 1', 'src/b.test.ts › (the file itself)\n    Cannot load'],
    leftOut: [],
  })
})

test('a journey that failed, or passed at a second try only, is named with its engine; what was left out is told once', () => {
  const error = { message: '\u001b[31mTimed out\u001b[39m\nCall log' }
  const skip = { type: 'skip', description: 'WebKit was left out. It could not be installed.' }
  const run = (projectName: string, status: string) => ({
    status,
    projectName,
    annotations: status === 'skipped' ? [skip] : [],
    results: status === 'expected' ? [{}] : [{ error }, {}],
  })
  const spec = (title: string, ...tests: object[]) => ({ file: 'menu.test.ts', title, tests })
  const inEngines = [run('Firefox', 'unexpected'), run('WebKit', 'skipped')]
  write('playwright.json', {
    stats: { expected: 1 },
    suites: [
      { specs: [spec('opens', run('', 'expected')), spec('moves', ...inEngines), spec('stays', ...inEngines)] },
      { suites: [{ specs: [spec('closes', run('', 'flaky'))] }] },
    ],
  })
  expect(readResults(folder)).toEqual({
    passed: 1,
    failed: ['moves (Firefox)', 'stays (Firefox)', 'closes'].map(
      (title) => `tests/journeys/menu.test.ts › ${title}\n    Timed out`,
    ),
    leftOut: [skip.description],
  })
})
