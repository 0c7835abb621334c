import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeProblems } from './describe-problems.ts'

const problem = {
  file: 'content/texts/fr/hero.yml',
  key: 'title',
  code: 'unfilled',
  values: { name: 'phone' },
} as const

test('a problem is described with file, line, key and remedy', () => {
  expect(describeProblems([{ ...problem, line: 3 }])).toMatch(
    /^Problems in the content: 1\n\n {2}content\/texts\/fr\/hero\.yml, line 3, title\n {6}\S.*phone/,
  )
})

test('the line of a value is looked up, or that of what should contain it', () => {
  const before = readFileSync(problem.file, 'utf8').split(/^title:/m)[0]
  expect(describeProblems([{ ...problem, key: 'title' }])).toContain(`, line ${before?.split('\n').length}, title`)
  expect(describeProblems([{ ...problem, key: 'head.gone' }])).toMatch(/, line \d+, head/)
})
