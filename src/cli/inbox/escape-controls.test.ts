import { expect, test } from 'vitest'
import { escapeControls, escapeControlsInLines, toJson } from './escape-controls.ts'

test('what controls a terminal or reorders text is escaped, and nothing else', () => {
  for (let code = 0; code < 0x3100; code++) {
    const character = String.fromCodePoint(code)
    const isUnsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(character)
    expect(escapeControls(character) !== character, `${code}`).toBe(isUnsafe)
    expect(escapeControlsInLines(character) !== character, `${code}`).toBe(isUnsafe && character !== '\n')
    expect(isUnsafe && toJson(character).slice(0, -1).includes(character), `${code}`).toBe(false)
    expect(JSON.parse(toJson(character))).toBe(character)
  }
})
