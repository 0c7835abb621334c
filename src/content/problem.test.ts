import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { describeProblem, describeProblems } from './problem.ts'

vi.mock('node:fs', { spy: true })
afterEach(() => void vi.resetAllMocks())

const problem = {
  file: 'content/texts/fr/hero.yml',
  key: 'title',
  line: 3,
  code: 'unfilled',
  values: { name: 'phone' },
} as const

test('a problem is described with file, line, key and remedy, in each language', () => {
  expect(describeProblems([problem])).toMatch(
    /^Problems in the content: 1\n\n {2}content\/texts\/fr\/hero\.yml, line 3, title\n {6}\S.*phone/,
  )
  const words = (['es', 'en', 'fr'] as const).map((language) => describeProblem(problem, language))
  expect(new Set(words).size).toBe(3)
  for (const each of words) expect(each).toContain('phone')
})

test('the line of a value is looked up, or that of what should contain it', () => {
  const file = 'content/organisation.yml'
  const lines = readFileSync(file, 'utf8').split('\n')
  const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start)) + 1
  // The position is that of the value, which begins beside or below its key.
  for (const [key, start] of [
    ['email', 'email:'],
    ['legal.gone', 'legal:'],
  ] as const)
    expect(describeProblems([{ file, key, code: 'needed' }])).toMatch(
      new RegExp(`, line (${lineOf(start)}|${lineOf(start) + 1}), ${key}`),
    )
})

test('it is described by its code while the words themselves cannot be read', () => {
  vi.mocked(readFileSync).mockReturnValue('problems: [')
  expect(() => parse('problems: [')).toThrow()
  expect(describeProblem(problem)).toBe('unfilled: phone')
})
