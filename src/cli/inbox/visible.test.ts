import { expect, test } from 'vitest'
import { toJson, visible, visibleLines } from './visible.ts'

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const dangerous = [...codes(0x00, 0x1f), ...codes(0x7f, 0x9f), ...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069)].map(
  (code) => String.fromCharCode(code),
)

test.each([
  ['\x1b[2J\x1b]0;title\x07', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['one\ntwo\r\tthree', 'one\\ntwo\\r\\tthree'],
  ['\u009b31m', '\\u009b31m'],
  ['abc\u202edef\u2066', 'abc\\u202edef\\u2066'],
])('spells out %j', (text, seen) => {
  expect(visible(text)).toBe(seen)
})

test('nothing that commands a terminal or turns text around gets through', () => {
  for (const character of dangerous) {
    expect(visible(`a${character}b`)).toMatch(/^a\\(?:[nrt]|u[0-9a-f]{4})b$/)
    expect(visibleLines(`a${character}b`)).toMatch(character === '\n' ? /^a\nb$/ : /^a\\(?:[rt]|u[0-9a-f]{4})b$/)
    expect(JSON.stringify(toJson(character)).includes(character)).toBe(false)
  }
})

test('every script and emoji stays as it was typed', () => {
  const text = 'José – naïve, طيّب, 日本語, 👩‍🔬 🎉\u00a0!'
  expect([visible(text), visibleLines(text), JSON.parse(toJson(text))]).toEqual([text, text, text])
})

test('JSON holds the same text, whatever it was', () => {
  const text = dangerous.join('')
  expect(JSON.parse(toJson({ text }))).toEqual({ text })
})
