import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every command refuses an option that it does not know, and another argument, and explains itself', () => {
  const commands: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const calls = Object.values(commands).map((command) => `${command.replace('node scripts/run.mjs ', '')} --wirte`)
  expect(calls.length).toBeGreaterThan(10)
  const wrong = [...calls, 'src/cli/build.ts wirte']
  // One process for all: what they import takes longest.
  const code = `
    for (const call of ${JSON.stringify([...wrong, 'src/cli/build.ts --help'])}) {
      const [script, ...args] = call.split(' ')
      process.argv.splice(2, Infinity, ...args)
      await import(process.cwd() + '/' + script + '?' + args)
      console.error(process.exitCode + ': ' + call)
      process.exitCode = 0
    }`
  // A command that goes on is killed.
  const options = { input: code, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], options)
  expect(stderr.split('\n').filter((line) => /^\d: /.test(line))).toEqual(wrong.map((call) => `2: ${call}`))
  expect(stderr.match(/^(?!2: ).*wirte/gm)).toHaveLength(wrong.length)
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^Usage: npm run build.*\n(?!Usage)/) })
})
