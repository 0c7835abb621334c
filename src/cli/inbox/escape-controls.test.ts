import { expect, test } from 'vitest'
import { escapeControls, escapeControlsInLines, toJson } from './escape-controls.ts'

test('what controls a terminal or reorders text is escaped, and nothing else', () => {
  const all = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code))
  const unsafe = all.filter((each) => /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(each))
  expect(all.filter((each) => escapeControls(each) !== each)).toEqual(unsafe)
  expect(all.filter((each) => escapeControlsInLines(each) !== each)).toEqual(unsafe.filter((each) => each !== '\n'))
  expect(unsafe.filter((each) => toJson(each).slice(0, -1).includes(each))).toEqual([])
  expect(all.map((each) => JSON.parse(toJson(each)))).toEqual(all)
})
