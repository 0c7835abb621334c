import { expect, test } from 'vitest'
import { ContentError } from '../content/problem.ts'
import { problemNotice, problemPage } from './problem-page.ts'

const problem = { file: 'content/texts/en/hero.yml', key: 'head.title', line: 3, message: 'Write <b> & "b".' }

test('a page that cannot be shown says what to mend, and asks again until it is', () => {
  const page = problemPage(new ContentError([problem]))
  expect(page).toContain('<title>The content has 1 thing to mend</title>')
  expect(page).toContain('content/texts/en/hero.yml, line 3: “title” in “head”')
  expect(page).toContain('Write &lt;b&gt; &amp; &quot;b&quot;.')
  expect(page).toContain('location.reload()')
})

test('what is no fault of the content is for a programmer', () => {
  const page = problemPage(new TypeError('x is <undefined>'))
  expect(page).toContain('take your last change back')
  expect(page).toContain('x is &lt;undefined&gt;')
})

test('a page has a notice only while something is to be mended', () => {
  expect(problemNotice([])).toBe('')
  expect(problemNotice([problem, problem])).toContain('The content has 2 things to mend')
})
