import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readResults } from './read-results.ts'

const passed = '<testcase classname="menu.test.ts" name="opens"></testcase>'
const failed = `<testcase name="a &amp; b" classname="src/a.test.ts"><failure message="expected &apos;1&apos;&#10;at">
  <script></testcase>`
const skipped =
  '<testcase name="moves"><properties><property name="skip" value="No WebKit."></property></properties><skipped/></testcase>'

test('what passed, what failed with its engine and the first line of why, and once why something was left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(readResults(folder)).toEqual({ passed: 0, failed: [], leftOut: [] })
  writeFileSync(join(folder, 'vitest.xml'), `<testsuite hostname="vm">${failed}${passed}</testsuite>`)
  writeFileSync(
    join(folder, 'playwright.xml'),
    `<testsuite hostname="Firefox">${passed}${failed}${skipped}</testsuite><testsuite hostname="">${skipped}</testsuite>`,
  )
  expect(readResults(folder)).toEqual({
    passed: 2,
    failed: [`src/a.test.ts › a & b (Firefox)\n    expected '1'`, `src/a.test.ts › a & b\n    expected '1'`],
    leftOut: ['No WebKit.'],
  })
})
