import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every command refuses an option that it does not know, and another argument, and explains itself', () => {
  // A command that does not end is killed. (Node may block when it exits: nodejs/node#54918.)
  const options = { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' } as const
  const run = (script: string, arg: string) => spawnSync(process.execPath, [...script.split(' '), arg], options)
  const commands: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const scripts = Object.values(commands).map((command) => command.replace('node scripts/run.mjs ', ''))
  expect(scripts.length).toBeGreaterThan(10)
  for (const script of scripts) {
    for (const arg of script === 'src/cli/build.ts' ? ['--wirte', 'wirte'] : ['--wirte']) {
      const { status, stdout, stderr } = run(script, arg)
      expect({ status, stdout }, `${script} ${arg}`).toEqual({ status: 2, stdout: '' })
      expect(stderr).toContain('wirte')
    }
  }
  const { status, stdout, stderr } = run('src/cli/build.ts', '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('Usage: npm run build')
})
