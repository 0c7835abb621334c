import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

async function run(command: string) {
  const child = spawn(process.execPath, command.split(' ').slice(1))
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, errors }
}

test('every command refuses an option that it does not know, and another argument, and explains itself', async () => {
  // npm runs `prepare` by itself.
  const { prepare: _, ...scripts } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const commands = Object.values<string>(scripts)
  expect(commands.length).toBeGreaterThan(10)
  for (const command of [...commands.map((each) => `${each} --wirte`), `${scripts.build} wirte`]) {
    const { code, out, errors } = await run(command)
    expect({ code, out }, command).toEqual({ code: 2, out: '' })
    expect(errors).toContain('wirte')
  }
  const { code, out, errors } = await run(`${scripts.build} --help`)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toContain('Usage: npm run build')
})
