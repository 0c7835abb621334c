import { execa } from 'execa'
import { expect, test } from 'vitest'
import { makeInbox } from '../../tests/support/inbox.ts'

const start = (folder: string, args: string[], script = ['src/cli/inbox.ts']) =>
  execa(process.execPath, [...script, ...args], {
    // Set, so that a developer's own .env does not change the results.
    env: { DATA_DIR: folder, DATABASE_URL: '', SMTP_URL: '', RETENTION_DAYS: '' },
    stdin: 'ignore',
    stripFinalNewline: false,
    reject: false,
  })

test('started as npm does: exits with 0 or 1, with the result on standard output alone and faults on the other', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const run = (...args: string[]) => start(inbox.folder, args, ['scripts/run.mjs', 'src/cli/inbox.ts'])
  const list = await run('list', '--json')
  expect(list).toMatchObject({ exitCode: 0, stderr: '' })
  expect(JSON.parse(list.stdout)).toHaveLength(1)
  expect(await run('show', 'zzzz', '--json')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'No message has an id that begins with "zzzz".\n',
  })
})

test('if the reader of the output stops early, the command is still carried out', async () => {
  await using inbox = await makeInbox()
  // More output than a pipe buffers.
  for (let number = 0; number < 40; number++) await inbox.keep({ name: `${number}`, message: 'm'.repeat(5_000) })
  const child = start(inbox.folder, ['erase', '--email', 'marie@example.org', '--yes'])
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await child).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await inbox.store.list()).toEqual([])
})
