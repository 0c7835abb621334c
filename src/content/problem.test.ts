import { expect, test } from 'vitest'
import { describeProblems } from './problem.ts'

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
  for (const [key, start] of [
    ['title', 'title'],
    ['head.gone', 'head'],
  ] as const)
    expect(describeProblems([{ ...problem, key }])).toMatch(new RegExp(`, line \\d+, ${start}`))
})
