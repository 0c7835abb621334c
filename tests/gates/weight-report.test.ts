import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brotliBytesOf, everyPage, rule } from './built-pages.ts'

const report = readFileSync('dist/weight.md', 'utf8')

rule('the weight report tells what the HTML of each page weighs', everyPage, ({ address }) => {
  const line = `| ${address} | ${brotliBytesOf(address).toLocaleString('en')} | `
  return report.includes(line) ? [] : ['is not in dist/weight.md with its weight.']
})

test('React is in a file of its own, by the weight report, and nowhere else', () => {
  expect(report).toMatch(/`react\.js` \| react-dom \| [\d,]+ \| [\d,]+/)
  expect(report).not.toMatch(/`(?!react\.js)[\w.-]+` \| (react|react-dom|scheduler) \|/)
})

test('the weight report names no hash, so that it changes only with a weight', () => {
  expect(report.match(/`[^`]*-[\w-]{8}\.\w+`/g)?.filter((name) => /\d|[A-Z]/.test(name)) ?? []).toEqual([])
})
