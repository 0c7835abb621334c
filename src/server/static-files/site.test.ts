import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CommandError } from '../../shared/command-error.ts'
import { readBuiltContact } from '../contact/answer-page.ts'
import { Site } from './site.ts'

// What the server answers: tests/build/serving.test.ts.

test('a build of which something was deleted or cut off is reported, with what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const failures: Error[] = []
  for (const json of ['', '{"build":', '{"files":{"/":{"file":"public/gone.html","encodings":[]}},"addresses":{}}']) {
    writeFileSync(join(folder, 'site.json'), json)
    try {
      new Site(folder)
    } catch (error) {
      failures.push(error as Error)
    }
  }
  await readBuiltContact(folder).catch((error) => failures.push(error))
  expect(failures).toHaveLength(4)
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(CommandError)
    expect(failure.message).toMatch(/^The build in .* is not whole .*Make it anew: npm run build$/)
  }
})
