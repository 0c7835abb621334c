import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leavesOf, type TextTree } from '../../src/content/read/texts.ts'
import { readYaml } from '../../src/content/read/yaml-file.ts'
import { allLanguages } from '../../src/shared/languages.ts'

/** Strings that only the editor's code has: they would show that it got into what visitors are sent. */
const ofItsCode = ['editor.typed', '/api/edit', 'editor-preview']

test('nothing of the editor is published', () => {
  const words = allLanguages.flatMap((language) => {
    const { value } = readYaml('content', `texts/${language}/editor.yml`)
    return [...leavesOf(value as TextTree)].map(([, text]) => text).filter((text) => text.length > 40)
  })
  expect(words.length).toBeGreaterThan(30)
  const files = globSync('**/*.{html,js,css,json,svg,webmanifest}', { cwd: 'dist/public' })
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((file) => {
    const text = readFileSync(`dist/public/${file}`, 'utf8')
    return [...words, ...ofItsCode].filter((each) => text.includes(each)).map((each) => `${file}: ${each}`)
  })
  expect(found).toEqual([])
})
