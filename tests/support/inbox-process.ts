import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs the inbox command as an operator does, in a process of its own. @returns its exit code and what it printed */
export async function runInbox(
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, ['src/cli/inbox.ts', ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const [code] = await once(child, 'close')
  return { code, output }
}
