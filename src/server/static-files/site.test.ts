import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CommandError } from '../../shared/command-error.ts'
import { readBuiltContact } from '../contact/answer-page.ts'
import { Site } from './site.ts'

// What the server answers: tests/build/serving.test.ts.

test('a file that only an earlier build has is served as before: a tab that is open still asks for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, 'public/old.js'), 'old()')
  const file = { path: 'old.js', type: 'text/javascript', hash: 'h', immutable: true, encodings: [] }
  const site = { build: 'new', files: {}, earlier: { '/assets/old.js': file }, addresses: [], notFound: {} }
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site))
  const { status, headers, body } = new Site(folder).answer({ url: '/assets/old.js' })
  expect([status, String(body), headers['content-type']]).toEqual([200, 'old()', 'text/javascript'])
  expect(headers['cache-control']).toContain('immutable')
})

test('a build of which something was deleted or cut off is told, with what to do', async () => {
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
