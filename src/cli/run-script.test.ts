import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

// That a command gets every signal, and its exit code is passed on: tests/messages/stopping.test.ts, inbox.test.ts.

/** A project without its packages, whose `npm ci` takes a second and counts its runs, and whose command goes on until it is ended. */
function makeProject() {
  const { path: folder, remove } = temporaryFolder()
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content, { mode: 0o755 })
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  write('package-lock.json', '{"packages": {"node_modules/a": {"version": "1.0.0"}}}')
  const steps = ['sleep 1', 'mkdir -p node_modules', 'cp package-lock.json node_modules/.package-lock.json']
  write('bin/npm', ['#!/bin/sh', 'echo begins >> runs', ...steps, 'echo ends >> runs'].join('\n'))
  write('command.mjs', `setInterval(() => {}, 1_000); console.log('begun')`)
  const [runs, children] = [join(folder, 'runs'), [] as ChildProcess[]]
  onTestFinished(async () => {
    for (const { pid = 0, exitCode, signalCode } of children)
      if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    remove()
  })
  return {
    /** Runs a command in a process group of its own. */
    start(nodeOptions = '') {
      const child = spawn(process.execPath, ['scripts/run.mjs', 'command.mjs'], {
        cwd: folder,
        env: { PATH: `${folder}/bin:${process.env.PATH}`, NODE_OPTIONS: nodeOptions },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      children.push(child)
      return child
    },
    /** What has happened to `npm ci`, line by line. */
    installations: () => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : []),
  }
}

test('a command that handles no signal ends with the first', async () => {
  const command = makeProject().start()
  await once(command.stdout, 'data')
  command.kill('SIGTERM')
  expect((await once(command, 'close'))[0]).toBe(1)
})

/** Lets others act between a process's decision to remove a file and the removal. */
const slowRemoval = `--import data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { rmSync } = fs
  fs.rmSync = (...args) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    rmSync(...args)
  }
  syncBuiltinESMExports()`)}`

test('of several commands that find the lock of one that was killed, one installs, and the others wait', async () => {
  const { start, installations } = makeProject()
  const killed = start()
  await expect.poll(installations).toEqual(['begins'])
  process.kill(-(killed.pid as number), 'SIGKILL')
  await once(killed, 'exit')
  const commands: ReturnType<typeof start>[] = []
  for (let count = 0; count < 4; count++) {
    commands.push(start(slowRemoval))
    await pause(150)
  }
  await Promise.all(commands.map(({ stdout }) => once(stdout, 'data')))
  expect(installations()).toEqual(['begins', 'begins', 'ends'])
})
