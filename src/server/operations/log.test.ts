import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

// What the log contains: tests/messages/delivery.test.ts.

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
