import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import check from '../../src/editor/server/check-worker.ts'
import { copyProject } from '../support/editor-process.ts'

test('the build and the editor refuse a link to no page, and to a part that its page does not have', async () => {
  using copy = copyProject()
  const [file, settings] = ['content/texts/en/legal_notice.yml', { siteOrigin: 'http://localhost', retentionDays: 1 }]
  const options = { folder: `${copy.path}/content`, published: 'content', bundleFolder: 'dist', settings }
  // No limit of a test can end a synchronous call: a build that does not end is killed.
  const limits = { timeout: 600_000, killSignal: 'SIGKILL' } as const
  const build = () => execFileSync(process.execPath, ['src/cli/build.ts'], { cwd: copy.path, stdio: 'pipe', ...limits })
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('body: |\n')
  const links = '  [1](page:none), [2](page:contact#no-part), [3](page:contact#write)\n\n'
  writeFileSync(`${copy.path}/${file}`, text.replace('body: |\n', `$&${links}`))
  expect(await check(options)).toMatchObject([
    { file, code: 'page_unknown', values: { name: 'none' } },
    { file, code: 'part_unknown', values: { name: 'no-part' } },
  ])
  expect(build).toThrow(/legal_notice\.yml, line \d+, body\n.*none.*legal_notice\.yml, line \d+, body\n.*no-part/s)
})
