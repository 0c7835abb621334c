import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Starts scripts/run.mjs over a project with one command, whose packages are installed or not. */
function startCommand(code: string, isInstalled = true) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['scripts', 'src/cli', 'node_modules']) mkdirSync(join(folder, part), { recursive: true })
  copyFileSync('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  const locks = ['package-lock.json', ...(isInstalled ? ['node_modules/.package-lock.json'] : [])]
  for (const file of locks) writeFileSync(join(folder, file), '{ "packages": {} }')
  writeFileSync(join(folder, 'src/cli/command.ts'), code)
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho added 1 package', { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  return spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'src/cli/command.ts'], { env })
}

// That a command gets every signal, and its exit code is passed on: tests/messages/stopping.test.ts, inbox.test.ts.

test('a command that handles no signal ends with the first', async () => {
  const command = startCommand(`setInterval(() => {}, 1000); console.log('begun')`)
  await once(command.stdout, 'data')
  command.kill('SIGTERM')
  expect((await once(command, 'close'))[0]).toBe(1)
})

test('what is installed first is not printed on standard output', async () => {
  const command = startCommand(`console.log('{}')`, false)
  const [output, errors] = await Promise.all([command.stdout.toArray(), command.stderr.toArray()])
  expect(output.join('')).toBe('{}\n')
  expect(errors.join('')).toMatch(/^Installing .*\nadded 1 package\n$/)
})
