import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { ProjectCopy } from './project-copy.ts'

/** The editor, running on a copy of the project with its own git repository. */
export type EditorProcess = AsyncDisposable & {
  origin: string
  folder: string
  git(...args: string[]): string
  /** Kills the process and starts another one in the same folder. @param meanwhile called in between */
  restart(meanwhile?: () => Promise<void>): Promise<void>
}

export async function startEditor(port: number, settings: Record<string, string> = {}): Promise<EditorProcess> {
  const copy = new ProjectCopy()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org', ...args], {
      cwd: copy.folder,
      encoding: 'utf8',
    })
  git('init', '--quiet')
  git('add', 'content')
  git('commit', '--quiet', '-m', 'Begin')
  let child = await start(copy.folder, port, settings)
  return {
    origin: `http://127.0.0.1:${port}`,
    folder: copy.folder,
    git,
    restart: async (meanwhile) => {
      await end(child)
      await meanwhile?.()
      child = await start(copy.folder, port, settings)
    },
    [Symbol.asyncDispose]: async () => {
      await end(child)
      copy[Symbol.dispose]()
    },
  }
}

type Child = ReturnType<typeof spawn>

async function start(folder: string, port: number, settings: Record<string, string>): Promise<Child> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [resolve(folder, 'src/cli/edit.ts')], {
    cwd: folder,
    env: { PATH, EDIT_PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part
        if (output.includes('The editor is ready')) ready()
      })
    child.once('exit', () => reject(new Error(`The editor did not start:\n${output}`)))
  })
  return child
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}
