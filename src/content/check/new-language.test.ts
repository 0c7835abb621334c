import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readTexts } from '../read/texts.ts'
import { compareLanguages } from './compare-languages.ts'
import { findForeignTexts } from './foreign-texts.ts'
import { checkWords } from './words.ts'

vi.mock('../../shared/languages.ts', async (original) => {
  const real = await original<typeof import('../../shared/languages.ts')>()
  const languages = {
    ...real.languages,
    de: { prefix: '/de', locale: 'de-DE', direction: 'ltr', iso639_3: 'deu' },
  }
  return { ...real, languages, allLanguages: Object.keys(languages) }
})

test('a copy of the English texts is told to be translated, and nothing else is told', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  try {
    cpSync('content', folder, { recursive: true })
    cpSync(`${folder}/texts/en`, `${folder}/texts/de`, { recursive: true })
    const texts = readTexts(folder)
    expect(compareLanguages(texts)).toEqual([])
    const told = findForeignTexts(texts)
    expect(told.length).toBeGreaterThan(100)
    expect(told.filter(({ file }) => !file.startsWith('content/texts/de/'))).toEqual([])
    expect(told.filter(({ message }) => !message.endsWith('Write it in German.'))).toEqual([])
    expect(checkWords({ folder, written: texts })).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
