import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Starts scripts/run.mjs over a project with one command, and waits until that has begun. */
async function startCommand(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['scripts', 'src/cli', 'node_modules']) mkdirSync(join(folder, part), { recursive: true })
  copyFileSync('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(folder, file), '{ "packages": {} }')
  writeFileSync(join(folder, 'src/cli/command.ts'), `${code}; setInterval(() => {}, 1000); console.log('begun')`)
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'command'], { detached: true })
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  const exited = once(child, 'exit').then(([status]) => status as number)
  await once(child.stdout, 'data')
  const pid = child.pid as number
  return {
    output: () => output,
    exited,
    signal: (name: NodeJS.Signals, toGroup: boolean) => process.kill(toGroup ? -pid : pid, name),
    printed: () => once(child.stdout, 'data'),
  }
}

test.each([true, false])(
  'a command that knows nothing of signals ends with the first (to the group: %s)',
  async (toGroup) => {
    const command = await startCommand('')
    command.signal('SIGINT', toGroup)
    expect(await command.exited).toBe(1)
  },
)

test('a command that takes its time over the first Ctrl+C is ended by the second, and its exit code is passed on', async () => {
  const command = await startCommand(`let times = 0
    process.on('SIGINT', () => {
      console.log('told')
      if (++times === 2) process.exit(3)
    })`)
  const told = command.printed()
  command.signal('SIGINT', false)
  await told
  command.signal('SIGINT', false)
  expect(await command.exited).toBe(3)
  expect(command.output()).toBe('begun\ntold\ntold\n')
})
