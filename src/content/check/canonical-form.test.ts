import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { checkForm } from './canonical-form.ts'

test('a file in another form than the editor writes is found, and written anew with its comments and tags', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'facts.yml')
  writeFileSync(file, '# Facts\nname:   !placeholder  Mizan\nlead: >-\n  one\n  two\n')
  expect(checkForm(folder.path)).toMatchObject([{ file: 'content/facts.yml' }])
  checkForm(folder.path, true)
  expect(readFileSync(file, 'utf8')).toBe('# Facts\nname: !placeholder Mizan\nlead: >-\n  one two\n')
  writeFileSync(file, '# Facts\n')
  expect(checkForm(folder.path)).toEqual([])
})
