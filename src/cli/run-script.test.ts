import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

// That a command gets every signal, and its exit code is passed on: tests/messages/stopping.test.ts, inbox.test.ts.

test('a command that handles no signal ends with the first', async () => {
  const code = `setInterval(() => {}, 1000); console.log('begun')`
  const command = spawn(process.execPath, ['scripts/run.mjs', '--eval', code])
  await once(command.stdout, 'data')
  command.kill('SIGTERM')
  expect((await once(command, 'close'))[0]).toBe(1)
})
