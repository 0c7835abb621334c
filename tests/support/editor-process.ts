import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The files that a build and a server need, and the last build, from which the next one continues. */
const parts = [
  'content',
  'dist',
  'migrations',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of this project that a test may change and build, removed at the end. */
export function copyProject() {
  const folder = temporaryFolder()
  for (const part of parts) cpSync(part, join(folder.path, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'), 'junction')
  return folder
}

export type EditorProcess = Awaited<ReturnType<typeof startEditor>>

/** Starts the editor, on a copy of the project with its own git repository. @param prepare changes its content before */
export async function startEditor(prepare = (_content: string) => {}) {
  const { path: folder, remove } = copyProject()
  prepare(join(folder, 'content'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '--quiet')
  git('add', 'content')
  git('commit', '--quiet', '-m', 'Begin')
  const command = [process.execPath, join(folder, 'src/cli/edit.ts')]
  const start = (port: string) => startServer({ folder, command, settings: { EDIT_PORT: port } })
  let server = await start('0')
  const { origin } = server
  return {
    origin,
    folder,
    git,
    /** Kills the process and starts another one in the same folder. @param meanwhile called in between */
    async restart(meanwhile: () => Promise<void>) {
      await server[Symbol.asyncDispose]()
      await meanwhile()
      server = await start(new URL(origin).port)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      remove()
    },
  }
}
