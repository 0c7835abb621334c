import { expect, test } from 'vitest'
import { escapeControls, escapeControlsInLines, toJson } from './escape-controls.ts'

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const dangerous = [...codes(0x00, 0x1f), ...codes(0x7f, 0x9f), ...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069)].map(
  (code) => String.fromCharCode(code),
)

test('no character that controls a terminal or reorders text gets through', () => {
  for (const character of dangerous) {
    expect(escapeControls(`a${character}b`)).toMatch(/^a\\(?:[nrt]|u[0-9a-f]{4})b$/)
    expect(escapeControlsInLines(`a${character}b`)).toMatch(
      character === '\n' ? /^a\nb$/ : /^a\\(?:[rt]|u[0-9a-f]{4})b$/,
    )
    expect(toJson(character).slice(0, -1)).not.toContain(character)
    expect(JSON.parse(toJson(character))).toBe(character)
  }
})

test('every script and emoji stays as it was typed', () => {
  const text = 'José – naïve, طيّب, 日本語, 👩‍🔬 🎉\u00a0!'
  expect([escapeControls(text), escapeControlsInLines(text), JSON.parse(toJson(text))]).toEqual([text, text, text])
})
