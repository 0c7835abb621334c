import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** A virtual X display, for programs that need a window. Xvfb chooses a free number. @param xvfb its program */
export async function startDisplay(xvfb: string): Promise<{ name: string } & Disposable> {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(child.stdio[3] as Readable, 'data')
  return { name: `:${String(number).trim()}`, [Symbol.dispose]: () => void child.kill() }
}
