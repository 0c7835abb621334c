import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brotliBytesOf, everyPage, rule } from './built-pages.ts'

const report = readFileSync('dist/weight.md', 'utf8')

rule('the weight report tells what the HTML of each page weighs', everyPage, ({ address }) => {
  const line = `| ${address} | ${brotliBytesOf(address).toLocaleString('en')} | `
  return report.includes(line) ? [] : ['is not in dist/weight.md with its weight.']
})

test('the weight report names React among what the scripts hold', () => {
  expect(report).toMatch(/`entry-browser\.js` \| react-dom \| [\d,]+ \| [\d,]+/)
})

test('the weight report names no hash, so that it changes only with a weight', () => {
  expect(report.match(/`[^`]*-[\w-]{8}\.\w+`/g)?.filter((name) => /\d|[A-Z]/.test(name)) ?? []).toEqual([])
})
