import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ProjectCopy } from '../support/project-copy.ts'

/** What the compiler looks at besides what a build needs. */
const alsoChecked = ['bench', 'tests', 'playwright.config.ts', 'vitest.config.ts']

test('npm run check tells of a page that nobody composes as the compiler does', () => {
  using copy = new ProjectCopy()
  for (const part of alsoChecked) cpSync(part, join(copy.folder, part), { recursive: true })
  copy.change(
    'src/content/compose/page-contents.ts',
    "  'not-found': (reader) => reader.read('errors').not_found,\n",
    '',
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/check.ts'], {
    cwd: copy.folder,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout + stderr).toMatch(/page-contents\.ts.*error TS2741: Property \W*not-found\W* is missing/)
  expect(stdout + stderr).not.toContain('is not a function')
})
