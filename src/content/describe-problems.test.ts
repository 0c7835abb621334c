import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeProblems } from './describe-problems.ts'

const problem = {
  file: 'content/texts/fr/hero.yml',
  key: 'title',
  code: 'unfilled',
  values: { name: 'phone' },
} as const

// What else is said of a problem: tests/build/dev.test.ts.
test('the line of a value is looked up, or that of what should contain it', () => {
  const before = readFileSync(problem.file, 'utf8').split(/^title:/m)[0]
  expect(describeProblems([{ ...problem, key: 'title' }])).toContain(`, line ${before?.split('\n').length}, title`)
  expect(describeProblems([{ ...problem, key: 'head.gone' }])).toMatch(/, line \d+, head/)
})
