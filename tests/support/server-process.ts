import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

type Start = {
  /** Settings; those of the machine that runs the tests do not count. */
  settings?: Record<string, string>
  /** The script to start instead of the server's own. */
  command?: string[]
  /** Gives it a process group of its own, as a terminal or a supervisor does. */
  asGroup?: boolean
  /** A command that starts the given program and its arguments, such as one that limits what it may write. */
  within?: string[]
  /** The project whose dist/ it serves: by default, this one. */
  folder?: string
  /** Open descriptors for it, from the third on. */
  inherit?: number[]
}

/**
 * Starts the real server on a port of its own, over the last build or another; or the editor, or the office.
 * @throws Error with its exit code and what it printed, when it ends instead
 */
export async function startServer({
  settings = {},
  command = [process.execPath, resolve('src/cli/serve.ts')],
  asGroup = false,
  within = [],
  folder = '.',
  inherit = [],
}: Start = {}) {
  const [program = '', ...args] = [...within, ...command]
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const serves = /(serve|office)\.ts$/.test(command.at(-1) ?? '')
  const own = temporaryFolder()
  const data = { DATA_DIR: own.path, ...settings }
  const child = spawn(program, args, {
    cwd: folder,
    detached: asGroup,
    // In production as scripts/run.mjs has it: React's development build takes twice the time.
    env: { PATH, NODE_COMPILE_CACHE, ...(serves && { NODE_ENV: 'production' }), PORT: '0', ...data },
    stdio: ['ignore', 'pipe', 'pipe', ...inherit],
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(String(part)))
  const output = () => parts.join('')
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  // The editor and live editing bundle first, which takes long on a busy machine.
  const deadline = Date.now() + 240_000
  let origin: string | undefined
  while (!origin) {
    if (child.exitCode !== null || Date.now() > deadline) {
      own.remove()
      throw new Error(`The server did not start (${child.exitCode}):\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    origin = /The (?:site is up|editor is ready|office is up): open (\S+)/.exec(output())?.[1]
  }
  /** @returns its exit code */
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  return {
    origin,
    /** Where its store is: a folder of its own, removed at the end, unless its settings name another. */
    dataDir: data.DATA_DIR,
    /** Everything that it has printed so far, on either stream. */
    output,
    /** Sends it a signal, or its whole process group. */
    signal: (name: NodeJS.Signals, toGroup = false) =>
      void process.kill(toGroup ? -(child.pid as number) : (child.pid as number), name),
    /** Resolves with its exit code when it has ended; none when a signal ended it. */
    exited,
    /** Asks it to end, and waits until it has. */
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning && asGroup) process.kill(-(child.pid as number), 'SIGKILL')
      await end('SIGKILL')
      own.remove()
    },
  }
}
