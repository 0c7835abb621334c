import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('a person at a terminal reads the message, and how bad it is unless it is nothing', () => {
  const lines: string[] = []
  const log = makeLog('web-1:3000', true, (line) => lines.push(line))
  log('mail_sent', 'Message 1 sent.', { id: '1' })
  log('mail_unreachable', 'The mail server is away.')
  expect(lines).toEqual(['Message 1 sent.', 'warn: The mail server is away.'])
})

test('a process goes on when nobody reads its log any more', async () => {
  const script = `import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)}).then(({ processLog }) => {
    const log = processLog('web-1:3000')
    process.stderr.write('begun')
    for (const event of ['data', 'end']) process.stdin.on(event, () => log('mail_sent', 'Sent.'))
  })`
  const child = spawn(process.execPath, ['-e', script])
  const exited = once(child, 'exit')
  await once(child.stderr, 'data')
  child.stdout.destroy()
  child.stdin.write('x')
  child.stdin.end('y')
  expect(await exited).toEqual([0, null])
})
