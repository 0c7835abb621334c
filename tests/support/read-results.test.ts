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

test('a journey that passed at a second try only has failed', () => {
  const error = { message: '\u001b[31mTimed out\u001b[39m\nCall log' }
  const spec = (title: string, status: string) => ({
    file: 'menu.test.ts',
    title,
    tests: [{ status, projectName: '', annotations: [], results: status === 'expected' ? [{}] : [{ error }, {}] }],
  })
  write('playwright.json', {
    stats: { expected: 1 },
    suites: [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'flaky')] }] }],
  })
  expect(readResults(folder)).toEqual({
    passed: 1,
    failed: ['tests/journeys/menu.test.ts › closes\n    Timed out'],
    leftOut: [],
  })
})

test('a journey that failed in one engine is named with it, and what was left out is told once', () => {
  const test = (projectName: string, status: string, annotations: object[] = []) => ({
    status,
    projectName,
    annotations,
    results: [{ error: { message: 'Timed out' } }],
  })
  const skip = { type: 'skip', description: 'WebKit was left out. It could not be installed.' }
  const spec = (title: string) => ({
    file: 'engines/journeys.test.ts',
    title,
    tests: [test('Firefox', 'unexpected'), test('WebKit', 'skipped', [skip])],
  })
  write('playwright.json', { stats: { expected: 0 }, suites: [{ specs: [spec('opens'), spec('closes')] }] })
  expect(readResults(folder)).toEqual({
    passed: 0,
    failed: ['opens', 'closes'].map(
      (title) => `tests/journeys/engines/journeys.test.ts › ${title} (Firefox)\n    Timed out`,
    ),
    leftOut: [skip.description],
  })
})
