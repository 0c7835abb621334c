import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

async function run(command: string, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.mjs', command, ...args])
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, errors }
}

test('every command refuses an option that it does not know, and another argument, and explains itself', async () => {
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  // npm runs this one by itself.
  const commands = scripts.filter((command) => command !== 'prepare')
  expect(commands.length).toBeGreaterThan(10)
  for (const [command, arg] of [...commands.map((command) => [command, '--wirte']), ['build', 'wirte']] as [
    string,
    string,
  ][]) {
    const { code, out, errors } = await run(command, arg)
    expect({ code, out }, `${command} ${arg}`).toEqual({ code: 2, out: '' })
    expect(errors).toContain('wirte')
  }
  const { code, out, errors } = await run('build', '--help')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toContain('Usage: npm run build')
})
