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
  for (const each of words) expect(each).toContain(' phone ')
})

test('it is described by its code while the words themselves cannot be read', () => {
  vi.mocked(readFileSync).mockReturnValue('problems: [')
  expect(() => parse('problems: [')).toThrow()
  expect(describeProblem(problem)).toBe('unfilled: phone')
})
