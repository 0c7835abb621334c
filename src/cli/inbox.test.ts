import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
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
  const run = (...args: string[]) => outcomeOf(start(inbox.folder, args, ['scripts/run.mjs', 'inbox']))
  const list = await run('list', '--json')
  expect(list).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(list.out)).toHaveLength(1)
  expect(await run('show', 'zzzz', '--json')).toEqual({
    code: 1,
    out: '',
    errors: 'No message has an id that begins with "zzzz".\n',
  })
  const wrong = await run('lst')
  expect(wrong).toMatchObject({ code: 2, out: '' })
  expect(wrong.errors).toBe(
    '"lst" is no command. The commands are list, show, export, erase, retry, purge. See --help.\n',
  )
})

test('a reader that stops early is no fault, and what was asked is done all the same', async () => {
  await using inbox = await makeInbox()
  // More output than a pipe buffers.
  for (let number = 0; number < 40; number++) await inbox.keep({ name: `${number}`, message: 'm'.repeat(5_000) })
  for (const args of [
    ['list', '--json'],
    ['erase', '--email', 'marie@example.org', '--yes'],
  ]) {
    const child = start(inbox.folder, args)
    child.stdout.once('data', () => child.stdout.destroy())
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  }
  expect(await inbox.store.list()).toEqual([])
})

test('after a flood of long messages, what need not show them whole needs no memory for them', async () => {
  await using inbox = await makeInbox()
  const database = new DatabaseSync(inbox.store.location)
  // 50 MB in memory, where an emoji takes four bytes.
  database.exec(`
    WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
    INSERT INTO contact_messages (id, fingerprint, name, email, message, language, received_at, state, due_at)
    SELECT printf('%08x', n), n, 'Robot', 'robot@example.org', replace(hex(zeroblob(2500)), '0', '🎉'), 'es', n, 'waiting', n
    FROM numbers`)
  database.close()
  const littleMemory = ['--max-old-space-size=36', 'src/cli/inbox.ts']
  for (const [args, result] of [
    [['list'], /( Robot {2}robot@example\.org {2}(🎉)+…\n.*){2500}/],
    [['retry', '--all', '--yes'], /^2500 messages due now/],
    [['purge'], /^2500 messages older than 365 days to be erased/m],
    [['erase', '--email', 'robot@example.org', '--yes'], /^2500 messages erased/m],
  ] as const) {
    const { code, out, errors } = await outcomeOf(start(inbox.folder, [...args], littleMemory))
    expect({ args, code, errors }).toEqual({ args, code: 0, errors: '' })
    expect(out).toMatch(result)
  }
})
