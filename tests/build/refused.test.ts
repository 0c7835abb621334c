import { expect, test } from 'vitest'
import check from '../../src/editor/server/check-worker.ts'
import { ProjectCopy } from '../support/project-copy.ts'

test('the build and the editor refuse a link to no page, and to a part that its page does not have', async () => {
  using copy = new ProjectCopy()
  const [file, settings] = ['content/texts/en/legal_notice.yml', { siteOrigin: 'http://localhost', retentionDays: 1 }]
  const options = { folder: `${copy.folder}/content`, bundleFolder: 'dist', settings }
  for (const [from, to, code] of [
    ['body: |\n', 'body: |\n  [1](page:none), [2](page:contact#write)\n\n', 'page_unknown'],
    ['page:none', 'page:contact#none', 'part_unknown'],
  ] as const) {
    copy.change(file, from, to)
    expect(await check(options)).toMatchObject([{ file, code, values: { name: 'none' } }])
    expect(() => copy.build()).toThrow(/legal_notice\.yml, line \d+, body\n.*none/)
  }
})
