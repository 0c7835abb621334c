import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeInbox } from '../../tests/support/inbox.ts'

const start = (folder: string, args: string[], script = ['src/cli/inbox.ts']) =>
  spawn(process.execPath, [...script, ...args], {
    // Set, so that a developer's own .env does not change the results.
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SMTP_URL: '', RETENTION_DAYS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** @returns the exit code and all that was written */
async function outcomeOf(child: ReturnType<typeof start>) {
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, errors }
}

test('started as npm does: exits with 0, 1 or 2, with the result on standard output alone and faults on the other', async () => {
  await using inbox = await makeInbox()
  await inbox.keep()
  const run = (...args: string[]) => outcomeOf(start(inbox.folder, args, ['scripts/run.mjs', 'src/cli/inbox.ts']))
  const list = await run('list', '--json')
  expect(list).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(list.out)).toHaveLength(1)
  expect(await run('show', 'zzzz', '--json')).toEqual({
    code: 1,
    out: '',
    errors: 'No message has an id that begins with "zzzz".\n',
  })
  const wrong = await run('lst')
  expect(wrong).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('"lst" is not a valid command.') })
})

test('if the reader of the output stops early, the command is still carried out', async () => {
  await using inbox = await makeInbox()
  // More output than a pipe buffers.
  for (let number = 0; number < 40; number++) await inbox.keep({ name: `${number}`, message: 'm'.repeat(5_000) })
  const child = start(inbox.folder, ['erase', '--email', 'marie@example.org', '--yes'])
  child.stdout.once('data', () => child.stdout.destroy())
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(await inbox.store.list()).toEqual([])
})
