import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkForm } from './canonical-form.ts'

test('a file in another form than the editor writes is found, and written anew with its comments and tags', () => {
  const folder = mkdtempSync(join(tmpdir(), 'form-'))
  const file = join(folder, 'facts.yml')
  try {
    writeFileSync(file, '# Facts\nname:   !placeholder  Mizan\nlead: >-\n  one\n  two\n')
    expect(checkForm(folder)).toMatchObject([{ file: 'content/facts.yml' }])
    checkForm(folder, true)
    expect(readFileSync(file, 'utf8')).toBe('# Facts\nname: !placeholder Mizan\nlead: >-\n  one two\n')
    writeFileSync(file, '# Facts\n')
    expect(checkForm(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
