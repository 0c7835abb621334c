import { execa } from 'execa'
import { expect, test } from 'vitest'
import { makeInbox } from '../../tests/support/inbox.ts'

test('started as npm does: exits with 0 or 1, with the result on standard output alone and faults on the other', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  // Set, so that a developer's own .env does not change the results.
  const env = { DATA_DIR: inbox.folder, DATABASE_URL: '', SMTP_URL: '', RETENTION_DAYS: '' }
  const options = { env, stdin: 'ignore', stripFinalNewline: false, reject: false } as const
  const run = (...args: string[]) => execa(process.execPath, ['scripts/run.mjs', 'src/cli/inbox.ts', ...args], options)
  const list = await run('list', '--json')
  expect(list).toMatchObject({ exitCode: 0, stderr: '' })
  expect(JSON.parse(list.stdout)).toHaveLength(1)
  expect(await run('show', 'zzzz', '--json')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'No message has an id that begins with "zzzz".\n',
  })
})
