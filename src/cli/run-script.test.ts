import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Starts scripts/run.mjs over a project with one command, whose packages are there already or not. */
function startCommand(code: string, isInstalled = true) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['scripts', 'src/cli', 'node_modules']) mkdirSync(join(folder, part), { recursive: true })
  copyFileSync('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  const locks = ['package-lock.json', ...(isInstalled ? ['node_modules/.package-lock.json'] : [])]
  for (const file of locks) writeFileSync(join(folder, file), '{ "packages": {} }')
  writeFileSync(join(folder, 'src/cli/command.ts'), code)
  writeFileSync(join(folder, 'npm.js'), `console.log('added 1 package')`)
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'command'], {
    detached: true,
    env: { ...process.env, npm_execpath: join(folder, 'npm.js') },
  })
  const written = { out: '', errors: '' }
  child.stdout.on('data', (part) => {
    written.out += part
  })
  child.stderr.on('data', (part) => {
    written.errors += part
  })
  const ended = once(child, 'close').then(([status]) => status as number)
  const pid = child.pid as number
  return {
    written,
    ended,
    signal: (name: NodeJS.Signals, toGroup: boolean) => process.kill(toGroup ? -pid : pid, name),
    printed: () => once(child.stdout, 'data'),
  }
}

const untilSignalled = `setInterval(() => {}, 1000); console.log('begun')`

test.each([true, false])(
  'a command that knows nothing of signals ends with the first (to the group: %s)',
  async (toGroup) => {
    const command = startCommand(untilSignalled)
    await command.printed()
    command.signal('SIGINT', toGroup)
    expect(await command.ended).toBe(1)
  },
)

test('a command that takes its time over the first Ctrl+C is ended by the second, and its exit code is passed on', async () => {
  const command = startCommand(`let times = 0
    process.on('SIGINT', () => {
      console.log('told')
      if (++times === 2) process.exit(3)
    })
    ${untilSignalled}`)
  await command.printed()
  const told = command.printed()
  command.signal('SIGINT', false)
  await told
  command.signal('SIGINT', false)
  expect(await command.ended).toBe(3)
  expect(command.written.out).toBe('begun\ntold\ntold\n')
})

test('what is installed first does not spoil standard output', async () => {
  const command = startCommand(`console.log('{}')`, false)
  expect(await command.ended).toBe(0)
  expect(command.written).toEqual({ out: '{}\n', errors: expect.stringMatching(/^Installing .*\nadded 1 package\n$/) })
})
